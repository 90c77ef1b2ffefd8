import { useNombresEnBitacora } from '../../catalogos.ts';
import piezas from '../../piezas/piezas.module.css';
import css from './historial.module.css';
import { changesOf, type Lugar, placeIn, placesInWords, type Tell } from './lugares.ts';
import type { Renglon } from './partes.ts';
import { labelsOf, valueInWords } from './todas.ts';

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

/** Tells values, references by the names that their catalogs have now. */
function useTell(): Tell {
  const nombres = useNombresEnBitacora();
  return (campo, valor) => {
    if (campo !== 'ubicaciones' || !Array.isArray(valor))
      return valueInWords(campo, valor, nombres);
    return placesInWords(valor as Lugar[]);
  };
}
