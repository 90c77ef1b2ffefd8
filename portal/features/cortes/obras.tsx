import { Link } from 'wouter';
import type { Schema } from '../../core/api.ts';
import { Importe } from '../../core/piezas/importe.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import { type Columna, Tabla } from '../../core/piezas/tabla.tsx';
import { hasPage } from '../../core/rutas.tsx';
import type { Comparacion } from './frases.ts';
import { type CambioDeObra, diferenciaInWords, valorInWords } from './vistas.ts';

type ObraComparada = Schema<'ObraComparada'>;

/**
 * Works that differ, each leading to its sheet as it was and as it is.
 *
 * @param campo the only field that is shown; without it all that changed
 */
export function Obras({
  comparacion,
  titulo,
  obras,
  campo,
}: {
  comparacion: Comparacion;
  titulo: string;
  obras: ObraComparada[];
  campo: string | undefined;
}) {
  const isOne = obras[0] && obras[0].tipo !== 'CAMBIADA';
  const columnas: Columna<ObraComparada>[] = [
    {
      titulo: 'Obra',
      celda: (obra) => (
        <>
          {obra.nombre}
          <p className={piezas.ayuda}>{obra.claveUnica}</p>
        </>
      ),
    },
    { titulo: 'Dependencia', celda: ({ dependencia }) => dependencia },
    { titulo: 'Municipio', celda: ({ municipio }) => municipio },
    { titulo: 'Estatus', celda: ({ estatus }) => estatus },
    isOne
      ? { titulo: 'Monto', esNumero: true, celda: ({ monto }) => <Importe monto={monto} /> }
      : {
          titulo: 'Qué cambió',
          clase: piezas.seParte,
          celda: ({ cambios }) => (
            <>
              {cambios
                .filter((cambio) => campo === undefined || cambio.campo === campo)
                .map((cambio) => (
                  <p key={cambio.campo}>
                    <EnPalabras cambio={cambio} campos={comparacion.campos} />
                  </p>
                ))}
            </>
          ),
        },
    {
      titulo: 'Ficha',
      celda: (obra) => (
        <div className={piezas.enFila}>
          <Enlaces comparacion={comparacion} obra={obra} />
        </div>
      ),
    },
  ];
  return (
    <Tabla titulo={titulo} columnas={columnas} filas={obras} claveDe={({ obraId }) => obraId} />
  );
}

function EnPalabras({ cambio, campos }: { cambio: CambioDeObra; campos: Comparacion['campos'] }) {
  const { nombre, tipo } = campos.find(({ campo }) => campo === cambio.campo) ?? {};
  const [antes, despues] = [cambio.antes, cambio.despues].map((valor) => valorInWords(valor, tipo));
  const difference = diferenciaInWords(cambio, tipo);
  return (
    <>
      {nombre}:{' '}
      {antes === despues ? (
        <>{despues}, con otros datos</>
      ) : (
        <>
          <span className={piezas.soloOido}>de </span>
          {antes}
          <span aria-hidden="true"> → </span>
          <span className={piezas.soloOido}> a </span>
          {despues}
        </>
      )}
      {difference && `: ${difference}`}
    </>
  );
}

/** The sheets of a work: as it stood on each side, where the registry shows that, and as it is. */
function Enlaces({ comparacion, obra }: { comparacion: Comparacion; obra: ObraComparada }) {
  const { obraId, nombre, tipo } = obra;
  const of = <span className={piezas.soloOido}> la obra {nombre}</span>;
  const isShown = hasPage('/obras/:id/como-estaba');
  const wasIn = ({ clave, instante }: Comparacion['antes']) =>
    isShown &&
    instante && (
      <Link href={`/obras/${obraId}?en=${instante}`}>
        En {clave}
        {of}
      </Link>
    );
  return (
    <>
      {tipo !== 'NUEVA' && wasIn(comparacion.antes)}
      {tipo !== 'DESAPARECIDA' && wasIn(comparacion.despues)}
      {(tipo !== 'DESAPARECIDA' || comparacion.alReves) && (
        <Link href={`/obras/${obraId}`}>
          Hoy
          {of}
        </Link>
      )}
    </>
  );
}
