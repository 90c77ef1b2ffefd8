import { Link } from 'wouter';
import type { Schema } from '../../core/api.ts';
import { Importe } from '../../core/piezas/importe.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import { type Columna, Tabla } from '../../core/piezas/tabla.tsx';
import { hasPage } from '../../core/rutas.tsx';
import type { Comparacion } from './frases.ts';
import {
  type CambioDeObra,
  diferenciaInWords,
  ladosDeObra,
  type VistaDeCambios,
  valorInWords,
} from './vistas.ts';

type ObraComparada = Schema<'ObraComparada'>;

/**
 * Works that differ, each leading to its sheet as it was and as it is. Where a field alone is asked for, no other is shown.
 *
 * @param paginas the answers that have them: compared with today, a later one may have a field that the first one does not
 */
export function Obras({
  vista: { nombre, query },
  paginas,
}: {
  vista: VistaDeCambios;
  paginas: [Comparacion, ...Comparacion[]];
}) {
  const { tipo, campo } = query;
  const campos = paginas.flatMap((each) => each.campos);
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
    tipo !== 'CAMBIADA'
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
                    <EnPalabras cambio={cambio} campos={campos} />
                  </p>
                ))}
            </>
          ),
        },
    {
      titulo: 'Ficha',
      clase: piezas.deAcciones,
      celda: (obra) => (
        <div className={piezas.enFila}>
          <Enlaces comparacion={paginas[0]} obra={obra} />
        </div>
      ),
    },
  ];
  return (
    <Tabla
      titulo={nombre}
      columnas={columnas}
      filas={paginas.flatMap(({ obras }) => obras)}
      claveDe={({ obraId }) => obraId}
    />
  );
}

function EnPalabras({ cambio, campos }: { cambio: CambioDeObra; campos: Comparacion['campos'] }) {
  const { nombre, tipo } = campos.find(({ campo }) => campo === cambio.campo) ?? {};
  const [antes, despues] = [cambio.antes, cambio.despues].map((valor) => valorInWords(valor, tipo));
  const difference = diferenciaInWords(cambio, tipo);
  return (
    <>
      {nombre ?? cambio.campo}:{' '}
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
  const { antes, despues, hoy } = ladosDeObra(tipo, comparacion.alReves);
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
      {antes && wasIn(comparacion.antes)}
      {despues && wasIn(comparacion.despues)}
      {hoy && (
        <Link href={`/obras/${obraId}`}>
          Hoy
          {of}
        </Link>
      )}
    </>
  );
}
