import { Ubicacion as ETIQUETAS } from '../../../generado/etiquetas.ts';
import { useNombres } from '../../catalogos.ts';
import { counted } from '../../formato.ts';
import {
  areaIn,
  geometryInWords,
  inMetres,
  inSquareMetres,
  lengthIn,
} from '../../geometria/medidas.ts';
import { trazoOf } from '../../geometria/trazo.ts';
import piezas from '../../piezas/piezas.module.css';
import type { Ubicacion } from '../obra.ts';
import css from './historial.module.css';
import { labelsOf, valueInWords } from './palabras.ts';
import type { Renglon } from './partes.ts';

/** An ubicación as the ledger keeps it: with ids only. */
type Lugar = Omit<Ubicacion, 'municipio'>;

/**
 * One row of the ledger, field by field, before and after; of one that was registered or deleted, its one state.
 *
 * @param resaltado the field that is looked for
 * @param titulos the headings of both states
 */
export function Cambios({
  renglon: { accion, recurso, cambios },
  resaltado,
  titulos: [antesDe, despuesDe] = ['Antes', 'Después'],
}: {
  renglon: Pick<Renglon, 'recurso' | 'cambios'> & { accion: string };
  resaltado?: string | undefined;
  titulos?: [string, string];
}) {
  const tell = useTell();
  const rows = Object.entries(labelsOf(recurso)).flatMap(([campo, etiqueta]) => {
    const cambio = cambios.find((change) => change.campo === campo);
    const isTold = cambio && campo !== 'id' && (cambio.antes ?? cambio.despues ?? null) !== null;
    return isTold ? [{ ...cambio, etiqueta }] : [];
  });
  if (rows.length === 0) return null;
  const only = accion === 'crear' ? 'despues' : accion === 'eliminar' ? 'antes' : undefined;
  return (
    <table className={`${piezas.tabla} ${piezas.tarjetas} ${css.cambios}`}>
      <caption className={piezas.soloOido}>Antes y después</caption>
      <thead>
        <tr>
          <th scope="col">Campo</th>
          {only ? (
            <th scope="col">Valor</th>
          ) : (
            <>
              <th scope="col">{antesDe}</th>
              <th scope="col">{despuesDe}</th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ campo, etiqueta, antes, despues }) => (
          <tr key={campo} className={campo === resaltado ? css.resaltado : undefined}>
            <th scope="row">{etiqueta}</th>
            {only ? (
              <td>
                <Valor texto={tell(campo, only === 'antes' ? antes : despues)} />
              </td>
            ) : campo === 'ubicaciones' && Array.isArray(antes) && Array.isArray(despues) ? (
              <td colSpan={2}>
                <Lugares antes={antes as Lugar[]} despues={despues as Lugar[]} tell={tell} />
              </td>
            ) : (
              <>
                <td data-titulo={antesDe}>
                  <Valor texto={tell(campo, antes)} />
                </td>
                <td data-titulo={despuesDe}>
                  <Valor texto={tell(campo, despues)} />
                </td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Valor = ({ texto }: { texto: string }) =>
  texto ? <span className={css.valor}>{texto}</span> : <span className={piezas.ayuda}>Nada</span>;

/** The changes of each ubicación. */
function Lugares({ antes, despues, tell }: { antes: Lugar[]; despues: Lugar[]; tell: Tell }) {
  const known = new Map(antes.map((lugar) => [lugar.id, lugar]));
  const left = new Set(despues.map(({ id }) => id));
  return (
    <ul className={css.lugares}>
      {despues.map((lugar) => {
        const before = known.get(lugar.id);
        if (!before) return <li key={lugar.id}>Se agregó {placeIn(lugar)}.</li>;
        const changes = changesOf(before, lugar, tell);
        if (changes.length === 0) return null;
        return (
          <li key={lugar.id}>
            «{before.direccion}»: {changes.join('; ')}.
          </li>
        );
      })}
      {antes
        .filter(({ id }) => !left.has(id))
        .map((lugar) => (
          <li key={lugar.id}>Se quitó {placeIn(lugar)}.</li>
        ))}
    </ul>
  );
}

const placeIn = (lugar: Lugar) => `«${lugar.direccion}» (${geometryInWords(lugar.geometriaJson)})`;

const { tipoGeometria, geometriaJson, ...VALORES } = ETIQUETAS;

function changesOf(before: Lugar, after: Lugar, tell: Tell): string[] {
  const values = Object.entries(VALORES).flatMap(([field, etiqueta]) => {
    const [old, now] = [before, after].map((lugar) => lugar[field as keyof Lugar]);
    if (old === now) return [];
    const quoted = (value: unknown) => (tell(field, value) ? `«${tell(field, value)}»` : 'nada');
    return [`${etiqueta.toLowerCase()}, de ${quoted(old)} a ${quoted(now)}`];
  });
  const isSame = JSON.stringify(before.geometriaJson) === JSON.stringify(after.geometriaJson);
  return isSame ? values : [...values, movedFrom(before, after)];
}

/** The change of a shape, in words and in what can be measured of it. */
function movedFrom(before: Lugar, after: Lugar): string {
  const { tipoGeometria: tipo } = after;
  const fromTo = (measure: (lugar: Lugar) => string) => `de ${measure(before)} a ${measure(after)}`;
  if (before.tipoGeometria !== tipo || tipo === 'PUNTO') {
    return fromTo(({ geometriaJson }) => geometryInWords(geometriaJson));
  }
  return tipo === 'RUTA'
    ? `la ruta se trazó de nuevo: ${fromTo(({ geometriaJson }) => inMetres(lengthIn(tipo, trazoOf(geometriaJson))))}`
    : `el polígono se trazó de nuevo: ${fromTo(({ geometriaJson }) => inSquareMetres(areaIn(trazoOf(geometriaJson))))}`;
}

/** A field's value in words; an empty text where there is none. */
type Tell = (campo: string, valor: unknown) => string;

/** Tells values, references by the names that their catalogs have now. */
function useTell(): Tell {
  const nombres = useNombres();
  return (campo, valor) => {
    if (campo !== 'ubicaciones' || !Array.isArray(valor))
      return valueInWords(campo, valor, nombres);
    if (valor.length === 0) return '';
    const places = (valor as Lugar[]).map(placeIn).join('\n');
    return `${counted(valor.length, 'ubicación', 'ubicaciones')}:\n${places}`;
  };
}
