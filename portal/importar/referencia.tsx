import { active, type Referencia, useOpciones } from '../catalogos.ts';
import { CampoCombo, CampoSeleccion } from '../piezas/campos.tsx';

/** Catalogs of so few records that all of them are seen at once. */
const isShort = (referencia: Referencia) =>
  referencia === 'estatusObraId' || referencia === 'ejercicioFiscalId';

interface Props {
  referencia: Referencia;
  etiqueta: string;
  /** For who chooses none. */
  ninguno: string;
}

function useRegistros(referencia: Referencia) {
  return active(useOpciones().opciones[referencia]);
}

/** A record of a catalog by its id: from a list where they are few, and else found by typing. */
export function CampoReferencia({
  referencia,
  etiqueta,
  ninguno,
  value,
  onChange,
}: Props & { value: number | undefined; onChange: (id: number | undefined) => void }) {
  const registros = useRegistros(referencia);
  const change = (key: unknown) => onChange(Number(key) > 0 ? Number(key) : undefined);
  return isShort(referencia) ? (
    <CampoSeleccion
      etiqueta={etiqueta}
      value={value ?? 0}
      onChange={change}
      opciones={[{ id: 0, nombre: ninguno }, ...registros]}
    />
  ) : (
    <CampoCombo etiqueta={etiqueta} value={value ?? null} onChange={change} opciones={registros} />
  );
}

/** A record of a catalog by its name: what a text in the file stands for. */
export function CampoNombre({
  referencia,
  etiqueta,
  ninguno,
  value,
  onChange,
}: Props & { value: string; onChange: (nombre: string) => void }) {
  const registros = useRegistros(referencia).map(({ nombre, detalle }) => ({
    id: nombre,
    nombre,
    detalle,
  }));
  const change = (key: unknown) => onChange(key === null ? '' : String(key));
  return isShort(referencia) ? (
    <CampoSeleccion
      etiqueta={etiqueta}
      value={value}
      onChange={change}
      opciones={[{ id: '', nombre: ninguno }, ...registros]}
    />
  ) : (
    <CampoCombo etiqueta={etiqueta} value={value || null} onChange={change} opciones={registros} />
  );
}
