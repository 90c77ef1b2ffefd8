import piezas from '../../core/piezas/piezas.module.css';
import { Tabla } from '../../core/piezas/tabla.tsx';
import { labelOf } from './clase.ts';
import { useClase } from './de-clase.tsx';
import type { Informe } from './eleccion.ts';
import css from './importar.module.css';
import { shown } from './remedios.ts';

/** Fields of many words. */
const LARGOS = [
  'nombre',
  'descripcion',
  'dependencia',
  'direccion',
  'referenciaLugar',
  'observaciones',
  'objeto',
];

/** The column that says which row of the file it is. */
export const FILA = {
  titulo: 'Fila',
  celda: ({ fila }: { fila: number }) => (
    <>
      <span className={css.soloTarjeta}>Fila </span>
      {fila}
    </>
  ),
};

/** The first rows as they are understood, each value below the field that it was taken for. */
export function Muestra({ informe: { muestra, columnas } }: { informe: Informe }) {
  const clase = useClase();
  if (muestra.length === 0) return null;
  const there = new Set(muestra.flatMap(({ valores }) => Object.keys(valores)));
  const campos = Object.keys(clase.etiquetas).filter((campo) => there.has(campo));
  const headingOf = new Map(columnas.map(({ campo, columna }) => [campo, columna]));
  const from = campos.filter((campo) => headingOf.has(campo));
  return (
    <section aria-labelledby="titulo-muestra">
      <h2 id="titulo-muestra">Así se entienden las primeras filas</h2>
      <p className={piezas.ayuda}>Compárelas con su archivo, el monto sobre todo.</p>
      {/* biome-ignore lint/a11y/useSemanticElements: what scrolls has a name for users of the keyboard */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is moved by keyboard as well */}
      <div className={css.muestra} role="region" aria-label="Primeras filas" tabIndex={0}>
        <Tabla
          titulo="Las primeras filas, como se entienden"
          filas={muestra}
          claveDe={({ fila }) => fila}
          columnas={[
            FILA,
            ...campos.map((campo) => ({
              titulo: labelOf(clase, campo),
              clase: LARGOS.includes(campo) ? `${piezas.seParte} ${css.largo}` : piezas.seParte,
              esNumero: clase.montos.includes(campo),
              celda: ({ valores }: Informe['muestra'][number]) => (
                <span className={css.valor}>
                  {shown(clase, campo, (valores as Record<string, string>)[campo])}
                </span>
              ),
            })),
          ]}
        />
      </div>
      {from.length > 0 && (
        <p className={piezas.ayuda}>
          {from
            .map((campo) => `${labelOf(clase, campo)}, de la columna «${headingOf.get(campo)}»`)
            .join('; ')}
          .
        </p>
      )}
    </section>
  );
}
