import {
  useDependencias,
  useEjercicios,
  useEstatus,
  useMunicipios,
  useTipos,
} from '../catalogos.ts';
import { CampoCombo, CampoSeleccion, CampoTexto, Casilla, type Opcion } from '../piezas/campos.tsx';
import { isWorkbook, type Opciones, type PorOmision } from './envio.ts';

/** What one may choose for an import, beside its columns. */
export function OpcionesDeImportacion({
  archivo,
  opciones,
  onChange,
}: {
  archivo: string;
  opciones: Opciones;
  onChange: (opciones: Opciones) => void;
}) {
  const ejercicios = useEjercicios();
  const dependencias = useDependencias();
  const municipios = useMunicipios();
  const tipos = useTipos();
  const estatus = useEstatus();
  const set = (changes: Partial<Opciones>) => onChange({ ...opciones, ...changes });
  const instead = (field: PorOmision, key: string | number | null) => {
    const { [field]: _, ...others } = opciones.porOmision;
    const id = Number(key);
    set({ porOmision: id > 0 ? { ...others, [field]: id } : others });
  };
  const few = (field: PorOmision, etiqueta: string, list: Opcion[]) => (
    <CampoSeleccion
      etiqueta={etiqueta}
      value={opciones.porOmision[field] ?? 0}
      onChange={(key) => instead(field, key as number | null)}
      opciones={[{ id: 0, nombre: 'Ninguno' }, ...list]}
    />
  );
  const many = (field: PorOmision, etiqueta: string, list: Opcion[]) => (
    <CampoCombo
      etiqueta={etiqueta}
      value={opciones.porOmision[field] ?? null}
      onChange={(key) => instead(field, key as number | null)}
      opciones={list}
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
        {few(
          'ejercicioFiscalId',
          'Ejercicio fiscal',
          (ejercicios.data ?? [])
            .filter(({ activo }) => activo)
            .map(({ id, anio }) => ({ id, nombre: String(anio) }))
            .reverse(),
        )}
        {few('estatusObraId', 'Estatus', estatus.data ?? [])}
        {many(
          'dependenciaId',
          'Dependencia',
          (dependencias.data ?? []).map(({ id, nombre, siglas }) => ({
            id,
            nombre,
            detalle: siglas ?? undefined,
          })),
        )}
        {many('municipioId', 'Municipio', municipios.data ?? [])}
        {many(
          'tipoProyectoId',
          'Tipo de proyecto',
          (tipos.data ?? []).filter(({ activo }) => activo),
        )}
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
