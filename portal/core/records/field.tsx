import { CampoFecha } from '../piezas/campo-fecha.tsx';
import { CampoCombo, CampoMonto, CampoSeleccion, CampoTexto, Casilla } from '../piezas/campos.tsx';
import type { Campo, Entry } from './campo.ts';

/** A field of a record, as its kind asks for it. */
export function Entrada({
  campo: { nombre, etiqueta, tipo, ayuda, esOpcional = false, opciones = [], entrada, ...campo },
  ...entry
}: Entry & { campo: Campo }) {
  const { value, errores, onChange } = entry;
  const error = errores[nombre];
  if (entrada) return entrada(entry);
  const common = {
    etiqueta,
    isRequired: !esOpcional,
    'data-campo': nombre,
    ...(ayuda ? { ayuda } : {}),
    ...(error ? { error } : {}),
  };
  const choose = (key: string | number | null) => onChange(key);
  switch (tipo) {
    case 'casilla':
      return (
        <Casilla isSelected={value === true} onChange={onChange} ayuda={ayuda}>
          {etiqueta}
        </Casilla>
      );
    case 'seleccion':
      return (
        <CampoSeleccion
          {...common}
          ayuda={ayuda ?? opciones.find(({ id }) => id === value)?.detalle}
          name={nombre}
          isRequired={campo.nada === undefined}
          opciones={
            esOpcional
              ? [{ id: NULL_KEY, nombre: campo.nada ?? 'Sin indicar' }, ...opciones]
              : opciones
          }
          value={(value as string | number | null) ?? (esOpcional ? NULL_KEY : null)}
          onChange={(key) => choose(esOpcional && key === NULL_KEY ? null : key)}
        />
      );
    case 'combo':
      return (
        <CampoCombo
          {...common}
          name={nombre}
          opciones={opciones}
          {...(campo.ninguna && { vacio: campo.ninguna })}
          value={value as string | number | null}
          onChange={choose}
        />
      );
    case 'monto':
      return (
        <CampoMonto
          {...common}
          name={nombre}
          nota={campo.nota}
          value={value as number | string | null}
          onChange={onChange}
        />
      );
    case 'fecha':
      return (
        <CampoFecha {...common} name={nombre} value={String(value ?? '')} onChange={onChange} />
      );
    default:
      return (
        <CampoTexto
          {...common}
          ayuda={campo.duda?.(String(value ?? '')) ?? ayuda}
          name={nombre}
          value={String(value ?? '')}
          onChange={onChange}
          {...(tipo === 'correo' ? { type: 'email' } : {})}
          {...(tipo === 'largo' ? { renglones: 3 } : {})}
          entrada={{
            autoComplete: 'off',
            ...(tipo === 'entero' ? { inputMode: 'numeric' as const } : {}),
            ...(tipo === 'porciento' ? { inputMode: 'decimal' as const } : {}),
          }}
        />
      );
  }
}

/** The key of the option that stands for null. */
const NULL_KEY = '';
