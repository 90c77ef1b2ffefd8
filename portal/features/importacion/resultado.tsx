import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { api, read } from '../../core/api.ts';
import { sentencesOf } from '../../core/errores.ts';
import { counted, grouped } from '../../core/formato.ts';
import { useMutacion } from '../../core/mutacion.ts';
import { Aviso, announce, announceError } from '../../core/piezas/avisos.tsx';
import { Boton } from '../../core/piezas/boton.tsx';
import { hrefOf } from '../../core/piezas/direccion.ts';
import { Esqueleto, Falla } from '../../core/piezas/estados.tsx';
import { saveFile } from '../../core/piezas/guardar-archivo.ts';
import piezas from '../../core/piezas/piezas.module.css';
import { Tabla } from '../../core/piezas/tabla.tsx';
import { useLostConnection, useSession } from '../../core/usar.ts';
import { Cambios } from './cambios.tsx';
import { useClase } from './de-clase.tsx';
import type { Archivo, Informe, Opciones } from './eleccion.ts';
import { readRechazadas } from './envio.ts';
import { Agregados, Grupos } from './grupos.tsx';
import { reportCsv, reportJson } from './informe-csv.ts';
import { Cuentas, Observaciones } from './observaciones.tsx';

/** Works that are listed; the ledger has all of them. */
const MOST_LISTED = 200;

/** The outcome of an import. */
export function Resultado({
  archivo,
  enviado,
  informe,
  antes = 0,
  desde,
  isOwn = true,
  onAgain,
}: {
  archivo: string;
  /** The file itself, if this page has sent it. */
  enviado?: Enviado;
  informe: Informe;
  /** Rows that were written before the import was cut and the file sent again. */
  antes?: number;
  /** A moment before the import, on the registry's clock. */
  desde: Date;
  /** Whether the present user has imported it. */
  isOwn?: boolean;
  onAgain: () => void;
}) {
  const clase = useClase();
  const { aplicada, creadas, actualizadas } = informe;
  const written = aplicada ? creadas + actualizadas : 0;
  return (
    <>
      {!aplicada ? (
        <Aviso tono="error">
          No se importó nada: una fila rechazada detuvo todo. Corrija el archivo y empiece de nuevo.
        </Aviso>
      ) : written === 0 && antes === 0 ? (
        <Aviso>{clase.quedaIgual}</Aviso>
      ) : (
        <Aviso tono="bien">
          Listo: {clase.nuevas(creadas)} y {clase.cambiadas(actualizadas)} de «{archivo}».
        </Aviso>
      )}
      {antes > 0 && (
        <Aviso>
          La importación se cortó y siguió sola: {counted(antes, 'fila', 'filas')} de las que aquí
          se cuentan sin cambio se escribieron antes.
        </Aviso>
      )}
      <Cuentas informe={informe} />
      <div className={piezas.acciones}>
        <Descargas archivo={archivo} informe={informe} enviado={enviado} />
        <Boton icono="importar" onPress={onAgain}>
          Importar otro archivo
        </Boton>
        {informe.importacion && (
          <Link className={piezas.boton} href={`/deshacer/${clase.id}/${informe.importacion}`}>
            Deshacer esta importación
          </Link>
        )}
      </div>
      <Agregados informe={informe} />
      <Grupos informe={informe} />
      {written > 0 && <Cambios informe={informe} />}
      {written > 0 && clase.id === 'obras' && (
        <Importadas archivo={archivo} desde={desde} isOwn={isOwn} total={written} />
      )}
      {written > 0 && clase.id === 'seguimiento' && (
        <p>
          <Link href="/mis-obras">Ver cómo van mis obras</Link>
        </p>
      )}
      <Observaciones informe={informe} />
    </>
  );
}

/** A file, and the choices that it was reviewed or imported with. */
export interface Enviado {
  archivo: Archivo;
  opciones: Opciones;
}

/** The report, and the refused rows, for the file's author. */
export function Descargas({
  archivo,
  informe,
  enviado,
}: {
  archivo: string;
  informe: Informe;
  enviado?: Enviado | undefined;
}) {
  const clase = useClase();
  const name = `informe-${archivo.replace(/\.[a-z]+$/i, '')}`;
  return (
    <>
      {enviado && informe.rechazadas > 0 && <Rechazadas {...enviado} />}
      <Boton icono="descargar" onPress={() => saveFile(`${name}.csv`, reportCsv(clase, informe))}>
        Descargar el informe (.csv)
      </Boton>
      <Boton icono="descargar" onPress={() => saveFile(`${name}.json`, reportJson(informe))}>
        Descargar el informe (.json)
      </Boton>
    </>
  );
}

/** The refused rows in the form of the file: they are corrected there, and that file is imported. */
function Rechazadas({ archivo, opciones }: Enviado) {
  const clase = useClase();
  const isOffline = useLostConnection() !== null;
  const { mutate, isPending } = useMutacion({
    mutationFn: () => readRechazadas(clase, archivo, opciones),
    onSuccess(rows) {
      const extension = rows.type.startsWith('text/csv') ? 'csv' : 'xlsx';
      const name = `rechazadas-${archivo.nombre.replace(/\.[a-z]+$/i, '')}.${extension}`;
      saveFile(name, rows);
      announce(`Se descargó ${name}: corrija ahí las filas e importe ese archivo.`);
    },
    onError: (failure) => announceError(sentencesOf(failure).join(' ')),
  });
  return (
    <Boton icono="descargar" onPress={() => mutate()} isDisabled={isPending || isOffline}>
      {isPending ? 'Descargando…' : 'Descargar las filas rechazadas'}
    </Boton>
  );
}

/** The works that the import has written, as the ledger knows them by their file and row. */
function Importadas({
  archivo,
  desde,
  isOwn,
  total,
}: {
  archivo: string;
  desde: Date;
  isOwn: boolean;
  total: number;
}) {
  const own = useSession()?.user.id ?? '';
  const user = isOwn ? own : '';
  const lista = useQuery({
    queryKey: ['bitacora', 'importadas', desde.toISOString(), user],
    queryFn: async ({ signal }) => {
      const query = {
        recurso: 'obras' as const,
        ...(user && { usuarioId: user }),
        desde: desde.toISOString(),
        limit: MOST_LISTED,
      };
      const rows = await read(api.GET('/bitacora', { params: { query }, signal }));
      return rows
        .filter((row) => row.archivo === archivo.slice(0, 255) && row.fila !== null)
        .sort((a, b) => (a.fila ?? 0) - (b.fila ?? 0));
    },
  });
  return (
    <section aria-labelledby="titulo-importadas">
      <h2 id="titulo-importadas">Las obras importadas</h2>
      {lista.isPending ? (
        <Esqueleto renglones={3} />
      ) : lista.error ? (
        <Falla error={lista.error} onRetry={() => void lista.refetch()} />
      ) : (
        <>
          <p className={piezas.cuentaRenglones}>
            {lista.data.length < total
              ? `Las últimas ${grouped(lista.data.length)} de ${grouped(total)}. `
              : ''}
            <Link href={hrefOf('/bitacora', { recurso: 'obras', usuarioId: user })}>
              Ver todas en la bitácora
            </Link>
          </p>
          <Tabla
            titulo="Obras importadas"
            filas={lista.data}
            claveDe={({ id }) => id}
            columnas={[
              {
                titulo: 'Obra',
                celda: ({ registro, nombre }) => (
                  <Link href={`/obras/${registro}`}>{nombre ?? `Obra ${registro}`}</Link>
                ),
              },
              {
                titulo: 'Qué se hizo',
                celda: ({ accion }) => (accion === 'crear' ? 'Se agregó' : 'Se actualizó'),
              },
              { titulo: 'Fila', celda: ({ fila }) => fila },
            ]}
          />
        </>
      )}
    </section>
  );
}
