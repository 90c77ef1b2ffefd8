import { useQuery } from '@tanstack/react-query';
import { active, type Referencia } from '../../core/catalogos/opciones.ts';
import { listaOf, useOpciones } from '../../core/catalogos.ts';
import { CampoCombo, CampoSeleccion } from '../../core/piezas/campos.tsx';
import type { Nombrado } from './campos.ts';
import type { Elegir } from './eleccion.ts';
import { isShort, keyOfName, nameOfKey, namesFor, withReference } from './opciones.ts';

interface Props<De extends Nombrado = Referencia> {
  referencia: De;
  etiqueta: string;
}

/** The records to choose from, disabled until the catalogs have come. */
function useRegistros(referencia: Nombrado) {
  const { opciones, isPending } = useOpciones();
  const { data } = useQuery({ ...listaOf('fondos'), enabled: referencia === 'fondoId' });
  if (referencia === 'fondoId') {
    const registros = data?.map(({ siglas, ...one }) => ({ ...one, detalle: siglas ?? undefined }));
    return { registros: active(registros ?? []), isDisabled: !registros };
  }
  return { registros: active(opciones[referencia]), isDisabled: isPending };
}

/** The record that new works refer to whose row names none: from a list where they are few, and else found by typing. */
export function CampoReferencia({ referencia, etiqueta, opciones, onOptions }: Props & Elegir) {
  const { registros, isDisabled } = useRegistros(referencia);
  const value = opciones.porOmision[referencia];
  const onChange = (key: unknown) => onOptions(withReference(opciones, referencia, key));
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

/** A record of a catalog by its name: what a text in the file stands for; null where the catalog is to get the text. */
export function CampoNombre({
  referencia,
  etiqueta,
  ayuda,
  ninguno,
  crece,
  value,
  onChange,
}: Props<Nombrado> & {
  ayuda?: string | undefined;
  /** The option for no record; without it one has to be chosen. */
  ninguno: string | undefined;
  /** Whether the catalog may get it. */
  crece: boolean;
  value: string | null;
  onChange: (nombre: string | null) => void;
}) {
  const { registros, isDisabled } = useRegistros(referencia);
  const isCombo = !isShort(referencia);
  const named = namesFor(registros, { value, crece, ninguno: isCombo ? undefined : ninguno });
  const change = (key: unknown) => onChange(nameOfKey(key));
  const common = { etiqueta, ayuda, isDisabled, onChange: change, opciones: named };
  const chosen = keyOfName(value);
  if (isCombo) return <CampoCombo {...common} value={chosen || null} />;
  return <CampoSeleccion {...common} value={chosen} />;
}
