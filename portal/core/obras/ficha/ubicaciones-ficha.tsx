import { Ubicacion as ETIQUETAS } from '../../../generado/etiquetas.ts';
import { counted, grouped } from '../../formato.ts';
import { coordinates, geometryInWords, partsOf } from '../../geometria/medidas.ts';
import type { Posicion } from '../../geometria/trazo.ts';
import { type Icon, Icono } from '../../icons.tsx';
import piezas from '../../piezas/piezas.module.css';
import type { Obra, Ubicacion } from '../obra.ts';
import css from './ficha.module.css';
import { finalOf } from './partes.ts';

const PICTURES: Record<Ubicacion['tipoGeometria'], Icon> = {
  PUNTO: 'punto',
  RUTA: 'ruta',
  POLIGONO: 'poligono',
};
/** Positions of one part that are written out; a line with more is read by a program. */
const MOST_POSITIONS = 300;

/** The places of a work, in words and coordinates: all that its map shows. */
export function Ubicaciones({ obra: { ubicaciones } }: { obra: Obra }) {
  if (ubicaciones.length === 0) {
    return (
      <section>
        <h2>Ubicación</h2>
        <p className={piezas.ayuda}>
          Esta obra no tiene ubicaciones registradas{finalOf('sinLugar')}.
        </p>
      </section>
    );
  }
  return (
    <section>
      <h2>{counted(ubicaciones.length, 'ubicación', 'ubicaciones')}</h2>
      <ol className={css.ubicaciones}>
        {ubicaciones.map((ubicacion, i) => (
          <li key={ubicacion.id}>
            <h3>
              {ubicaciones.length > 1 && <span className={css.numeroLugar}>{i + 1}</span>}
              {ubicacion.direccion}
            </h3>
            <dl className={css.datos}>
              <div>
                <dt>{ETIQUETAS.municipioId}</dt>
                <dd>{ubicacion.municipio.nombre}</dd>
              </div>
              {ubicacion.localidadReferencia && (
                <div>
                  <dt>{ETIQUETAS.localidadReferencia}</dt>
                  <dd>{ubicacion.localidadReferencia}</dd>
                </div>
              )}
              {ubicacion.referenciaLugar && (
                <div>
                  <dt>{ETIQUETAS.referenciaLugar}</dt>
                  <dd>{ubicacion.referenciaLugar}</dd>
                </div>
              )}
            </dl>
            <p className={css.forma}>
              <Icono nombre={PICTURES[ubicacion.tipoGeometria]} />
              {geometryInWords(ubicacion.geometriaJson)}
            </p>
            <Posiciones ubicacion={ubicacion} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Posiciones({ ubicacion }: { ubicacion: Ubicacion }) {
  const parts = partsOf(ubicacion.geometriaJson);
  // A point is told with its coordinates.
  if (parts.length === 1 && parts[0]?.positions.length === 1) return null;
  return (
    <details className={piezas.revela}>
      <summary>Coordenadas (latitud, longitud)</summary>
      {parts.map(({ nombre, positions }) => (
        <div key={nombre}>
          <h4>{nombre}</h4>
          <Lista positions={positions} />
        </div>
      ))}
    </details>
  );
}

const Lista = ({ positions }: { positions: Posicion[] }) => (
  <>
    <ol className={css.posiciones}>
      {positions.slice(0, MOST_POSITIONS).map((position, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a route may pass a position twice, and none of them moves
        <li key={i}>{coordinates(position)}</li>
      ))}
    </ol>
    {positions.length > MOST_POSITIONS && (
      <p className={piezas.ayuda}>
        Son las primeras {MOST_POSITIONS} de {grouped(positions.length)}
        {finalOf('masPosiciones')}.
      </p>
    )}
  </>
);
