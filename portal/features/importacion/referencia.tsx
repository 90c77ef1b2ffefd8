import { active, type Referencia } from '../../core/catalogos/opciones.ts';
import { useOpciones } from '../../core/catalogos.ts';
import { CampoCombo, CampoSeleccion, type Opcion } from '../../core/piezas/campos.tsx';
import type { Elegir } from './eleccion.ts';

/** Catalogs of so few records that all of them are seen at once. */
const isShort = (referencia: Referencia) =>
  referencia === 'estatusObraId' || referencia === 'ejercicioFiscalId';

interface Props {
  referencia: Referencia;
  etiqueta: string;
}

/** The records to choose from, disabled until the catalogs have come. */
function useRegistros(referencia: Referencia) {
  const { opciones, isPending } = useOpciones();
  return { registros: active(opciones[referencia]), isDisabled: isPending };
}

/** The record that new works refer to whose row names none: from a list where they are few, and else found by typing. */
export function CampoReferencia({ referencia, etiqueta, opciones, onOptions }: Props & Elegir) {
  const { registros, isDisabled } = useRegistros(referencia);
  const { [referencia]: value, ...others } = opciones.porOmision;
  const onChange = (key: unknown) =>
    onOptions({
      ...opciones,
      porOmision: Number(key) > 0 ? { ...others, [referencia]: Number(key) } : others,
    });
  const common = { etiqueta, isDisabled, onChange };
  return isShort(referencia) ? (
    <CampoSeleccion
      {...common}
      value={value ?? 0}
      opciones={[{ id: 0, nombre: 'Ninguno' }, ...registros]}
    />
  ) : (
    <CampoCombo {...common} value={value ?? null} opciones={registros} />
  );
}

/** No record has this name. */
const AGREGAR = ' ';

/** A record of a catalog by its name: what a text in the file stands for; null where the catalog is to get the text. */
export function CampoNombre({
  referencia,
  etiqueta,
  ayuda,
  ninguno,
  crece,
  value,
  onChange,
}: Props & {
  ayuda?: string | undefined;
  /** The option for no record; without it one has to be chosen. */
  ninguno: string | undefined;
  /** Whether the catalog may get it. */
  crece: boolean;
  value: string | null;
  onChange: (nombre: string | null) => void;
}) {
  const { registros, isDisabled } = useRegistros(referencia);
  const named: Opcion[] = registros.map(({ nombre, detalle }) => ({ id: nombre, nombre, detalle }));
  // A proposal shows before the catalog is there, since it counts already.
  if (value && !named.some(({ id }) => id === value)) named.unshift({ id: value, nombre: value });
  if (crece) named.unshift({ id: AGREGAR, nombre: 'Agregar al catálogo' });
  const change = (key: unknown) => onChange(key === AGREGAR ? null : String(key ?? ''));
  const common = { etiqueta, ayuda, isDisabled, onChange: change };
  const chosen = value ?? AGREGAR;
  if (!isShort(referencia)) {
    return <CampoCombo {...common} value={chosen || null} opciones={named} />;
  }
  if (ninguno !== undefined) named.unshift({ id: '', nombre: ninguno });
  return <CampoSeleccion {...common} value={chosen} opciones={named} />;
}
