import type { Ref } from 'react';
import type { Referencia } from '../../core/catalogos/opciones.ts';
import { CampoFecha } from '../../core/piezas/campo-fecha.tsx';
import { CampoSeleccion, Casilla } from '../../core/piezas/campos.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import { REFERENCIAS } from './campos.ts';
import { labelOf } from './clase.ts';
import { useClase } from './de-clase.tsx';
import type { Informe, Opciones } from './eleccion.ts';
import css from './importar.module.css';
import { sheetsOf } from './opciones.ts';
import { CampoReferencia } from './referencia.tsx';

/** The references that new works may have in common, in this order. */
const POR_OMISION = ['ejercicioFiscal', 'estatus', 'dependencia', 'municipio', 'tipoProyecto'];

/** The choices of an import, beside its columns. */
export function OpcionesDeImportacion({
  opciones,
  onChange,
  parcial,
}: {
  opciones: Opciones;
  onChange: (opciones: Opciones) => void;
  /** The box that leaves refused rows out. */
  parcial?: Ref<HTMLLabelElement>;
}) {
  const clase = useClase();
  const isObras = clase.id === 'obras';
  const set = (changes: Partial<Opciones>) => onChange({ ...opciones, ...changes });
  return (
    <details className={`${piezas.tarjeta} ${piezas.plegable}`} open>
      <summary>Opciones</summary>
      <Casilla
        isSelected={opciones.actualizar}
        onChange={(actualizar) => set({ actualizar })}
        ayuda={clase.actualizar.ayuda}
      >
        {clase.actualizar.nombre}
      </Casilla>
      {isObras && (
        <Casilla
          isSelected={opciones.crearCatalogos}
          onChange={(crearCatalogos) => set({ crearCatalogos })}
          ayuda="Los nombres para los que ya eligió algo se quedan con eso. El informe nombra cada uno que se agrega: así se descubre un nombre mal escrito antes de que exista."
        >
          Agregar las dependencias, los tipos de proyecto y los ejercicios que falten
        </Casilla>
      )}
      <Casilla
        ref={parcial}
        isSelected={opciones.parcial}
        onChange={(parcial) => set({ parcial })}
        ayuda="Sin esto, una sola fila rechazada detiene todo."
      >
        Importar las filas correctas aunque otras se rechacen
      </Casilla>
      {isObras ? (
        <fieldset className={css.porOmision}>
          <legend>Lo que tendrán las obras nuevas cuya fila no lo diga</legend>
          {POR_OMISION.map((campo) => (
            <CampoReferencia
              key={campo}
              referencia={REFERENCIAS[campo] as Referencia}
              etiqueta={labelOf(clase, campo)}
              {...{ opciones, onOptions: onChange }}
            />
          ))}
        </fieldset>
      ) : (
        clase.id === 'seguimiento' && (
          <CampoFecha
            etiqueta="Fecha de corte de las filas que no la dicen"
            value={opciones.fechaCorte}
            onChange={(fechaCorte) => set({ fechaCorte })}
          />
        )
      )}
    </details>
  );
}

/** The sheets of a workbook, to be chosen from. */
export const Hojas = ({
  hojas,
  hoja,
  onChoose,
}: {
  hojas: Informe['hojas'];
  /** The chosen sheet; empty for the registry's own choice. */
  hoja: string;
  onChoose: (hoja: string) => void;
}) => (
  <CampoSeleccion
    etiqueta="Hoja del libro"
    {...sheetsOf(hojas, hoja)}
    onChange={(key) => onChoose(String(key))}
  />
);
