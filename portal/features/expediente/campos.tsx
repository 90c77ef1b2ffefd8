import { useQuery } from '@tanstack/react-query';
import { MODALIDADES, MOST_FUENTES } from '../../../src/features/expediente/opciones.ts';
import { money } from '../../core/formato.ts';
import { CampoTexto } from '../../core/piezas/campos.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import { type Campo, camposOf, type Entry, OPCIONAL } from '../../core/records/campo.ts';
import { Expediente as ETIQUETAS, MetaDeObra } from '../../generado/etiquetas.ts';
import { fondos as deFondos } from './consultas.ts';
import css from './expediente.module.css';
import {
  type Fuente,
  type Meta,
  mergeFuentes,
  metaInWords,
  namesOf,
  writtenFuentes,
  writtenMeta,
} from './fuentes.ts';
import { Fuentes } from './lista-fuentes.tsx';
import { toChoose } from './nombres.ts';

const de = camposOf(ETIQUETAS);

/** The fields of a work's record. Funds are named by their catalog. */
export function useCampos(): Campo[] {
  const { data: fondos = [] } = useQuery(deFondos);
  const named = toChoose(fondos);
  const nameOf = (id: unknown) => named.find((one) => one.id === id)?.nombre ?? '(sin fondo)';
  const amountOf = (monto: unknown) => (typeof monto === 'number' ? money(monto) : 'ninguna');
  return [
    de('proposito', 'largo', { ...OPCIONAL, ayuda: 'Para qué se hace la obra.' }),
    de('meta', 'texto', {
      entrada: (entry) => <CampoMeta {...entry} />,
      escribe: (value) => writtenMeta(value as Meta | null),
      enPalabras: (value) =>
        value ? metaInWords(value as { cantidad: number; unidad: string }) : '(vacío)',
      partes: () => ({ 'meta.cantidad': 'Meta, cantidad', 'meta.unidad': 'Meta, unidad' }),
    }),
    de('beneficiarios', 'entero', { ...OPCIONAL, ayuda: 'Cuántas personas se benefician.' }),
    de('modalidad', 'seleccion', {
      ...OPCIONAL,
      opciones: Object.entries(MODALIDADES).map(([id, nombre]) => ({ id, nombre })),
      ayuda: 'Una empresa por contrato, o la propia dependencia.',
    }),
    de('fechaAprobacion', 'fecha', { ...OPCIONAL, ayuda: 'Cuándo se aprobó su presupuesto.' }),
    de('fuentes', 'texto', {
      entrada: ({ value, antes, errores, onChange }) => (
        <Fuentes
          fuentes={(value ?? []) as Fuente[]}
          propias={(antes ?? []) as Fuente[]}
          fondos={fondos}
          errores={errores}
          most={MOST_FUENTES}
          onChange={onChange}
        />
      ),
      escribe: (value) => writtenFuentes((value ?? []) as Fuente[]),
      enPalabras: (value) =>
        ((value ?? []) as Fuente[])
          .map(({ fondoId, monto }) => `${nameOf(fondoId)}: ${amountOf(monto)}`)
          .join('; ') || 'ninguna',
      partes: (value) =>
        Object.fromEntries(
          namesOf((value ?? []) as Fuente[]).flatMap(({ fondoId, monto }, index) => [
            [fondoId, `Fuente ${index + 1}, fondo`],
            [monto, `Fuente ${index + 1}, monto`],
          ]),
        ),
      merge: (antes, otra, mia) =>
        mergeFuentes((antes ?? []) as Fuente[], (otra ?? []) as Fuente[], (mia ?? []) as Fuente[]),
      parteOf: ({ clave, parte }) => {
        const { antes, otra, mia } = parte ?? {};
        return {
          titulo: `Fuente: ${nameOf(Number(clave.split('/')[1]))}`,
          versiones: [amountOf(antes), amountOf(otra), amountOf(mia)],
        };
      },
    }),
  ];
}

/** How much of what: both, or neither. */
function CampoMeta({ value, errores, onChange }: Entry) {
  const { cantidad, unidad } = (value as Meta | null) ?? { cantidad: null, unidad: '' };
  return (
    <fieldset className={css.meta} data-campo="meta">
      <legend>
        {ETIQUETAS.meta} <span className={piezas.opcional}>(opcional)</span>
      </legend>
      {errores.meta && <p className={piezas.error}>{errores.meta}</p>}
      <CampoTexto
        etiqueta={MetaDeObra.cantidad}
        name="meta.cantidad"
        error={errores['meta.cantidad']}
        value={String(cantidad ?? '')}
        onChange={(text) => onChange({ cantidad: text, unidad })}
        entrada={{ inputMode: 'decimal', autoComplete: 'off' }}
      />
      <CampoTexto
        etiqueta={MetaDeObra.unidad}
        name="meta.unidad"
        error={errores['meta.unidad']}
        value={unidad}
        onChange={(text) => onChange({ cantidad, unidad: text })}
        ayuda="Por ejemplo, metros o aulas."
        entrada={{ autoComplete: 'off' }}
      />
    </fieldset>
  );
}
