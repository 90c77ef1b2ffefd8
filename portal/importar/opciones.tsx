import { active, type Referencia, useOpciones } from '../catalogos.ts';
import { CampoCombo, CampoSeleccion, CampoTexto, Casilla } from '../piezas/campos.tsx';
import { isWorkbook, type Opciones } from './envio.ts';

/** The choices of an import, beside its columns. */
export function OpcionesDeImportacion({
  archivo,
  opciones,
  onChange,
}: {
  archivo: string;
  opciones: Opciones;
  onChange: (opciones: Opciones) => void;
}) {
  const catalogos = useOpciones().opciones;
  const set = (changes: Partial<Opciones>) => onChange({ ...opciones, ...changes });
  const instead = (field: Referencia, key: string | number | null) => {
    const { [field]: _, ...others } = opciones.porOmision;
    const id = Number(key);
    set({ porOmision: id > 0 ? { ...others, [field]: id } : others });
  };
  const few = (field: Referencia, etiqueta: string) => (
    <CampoSeleccion
      etiqueta={etiqueta}
      value={opciones.porOmision[field] ?? 0}
      onChange={(key) => instead(field, key as number | null)}
      opciones={[{ id: 0, nombre: 'Ninguno' }, ...active(catalogos[field])]}
    />
  );
  const many = (field: Referencia, etiqueta: string) => (
    <CampoCombo
      etiqueta={etiqueta}
      value={opciones.porOmision[field] ?? null}
      onChange={(key) => instead(field, key as number | null)}
      opciones={active(catalogos[field])}
    />
  );
  return (
    <details className="tarjeta plegable" open>
      <summary>Opciones</summary>
      <Casilla
        isSelected={opciones.actualizar}
        onChange={(actualizar) => set({ actualizar })}
        ayuda="Sin esto, una fila que dice otra cosa de una obra registrada se rechaza."
      >
        Actualizar las obras que ya están
      </Casilla>
      <Casilla
        isSelected={opciones.crearCatalogos}
        onChange={(crearCatalogos) => set({ crearCatalogos })}
        ayuda="El informe nombra cada uno: así se descubre un nombre mal escrito antes de que exista."
      >
        Agregar las dependencias, los tipos de proyecto y los ejercicios que falten
      </Casilla>
      <Casilla
        isSelected={opciones.parcial}
        onChange={(parcial) => set({ parcial })}
        ayuda="Sin esto, una sola fila rechazada detiene todo."
      >
        Importar las filas correctas aunque otras se rechacen
      </Casilla>
      <fieldset className="por-omision">
        <legend>Lo que tendrán las obras nuevas cuya fila no lo diga</legend>
        {few('ejercicioFiscalId', 'Ejercicio fiscal')}
        {few('estatusObraId', 'Estatus')}
        {many('dependenciaId', 'Dependencia')}
        {many('municipioId', 'Municipio')}
        {many('tipoProyectoId', 'Tipo de proyecto')}
        {isWorkbook(archivo) && (
          <CampoTexto
            etiqueta="Hoja del libro"
            value={opciones.hoja}
            onChange={(hoja) => set({ hoja })}
            isRequired={false}
            ayuda="Si no la indica, la primera visible que tiene encabezados."
          />
        )}
      </fieldset>
    </details>
  );
}
