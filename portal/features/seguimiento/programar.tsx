import { type ReactNode, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Schema } from '../../core/api.ts';
import { Boton } from '../../core/piezas/boton.tsx';
import { CampoFecha } from '../../core/piezas/campo-fecha.tsx';
import { CampoTexto } from '../../core/piezas/campos.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import { readPorciento } from '../../core/piezas/porciento.ts';
import { camposOf } from '../../core/records/campo.ts';
import { Editor } from '../../core/records/editor.tsx';
import { recursoAt } from '../../core/records/resource.ts';
import { Programa as ETIQUETAS } from '../../generado/etiquetas.ts';
import css from './seguimiento.module.css';

type Programa = Schema<'Programa'>;

/** A point of the curve as it is typed. */
interface Punto {
  [name: string]: string | number | undefined;
  key: number;
  fecha: string;
  avanceFisico: string;
}

/** Points that a curve has at most, as the registry takes them. */
const MOST_POINTS = 120;

/** A point's fields as the registry names them. */
const namesOf = (index: number) => ({
  fecha: `curva[${index}].fecha`,
  avanceFisico: `curva[${index}].avanceFisico`,
});

const de = camposOf(ETIQUETAS);
const CAMPOS = [
  de('fechaInicio', 'fecha'),
  de('fechaTermino', 'fecha'),
  de('curva', 'texto', {
    entrada: ({ value, errores, onChange }) => (
      <Curva puntos={value as Punto[]} errores={errores} onChange={onChange} />
    ),
    // Without empty values. A text that is no number goes as it was typed.
    escribe: (value) =>
      (value as Punto[]).map(({ fecha, avanceFisico }) => {
        const percent = readPorciento(avanceFisico);
        return { ...(fecha && { fecha }), ...(percent !== null && { avanceFisico: percent }) };
      }),
    partes: (value) =>
      Object.fromEntries(
        (value as Punto[]).flatMap((_, index) => [
          [namesOf(index).fecha, `Punto ${index + 1}, fecha`],
          [namesOf(index).avanceFisico, `Punto ${index + 1}, avance previsto`],
        ]),
      ),
  }),
];
const MOTIVO = de('motivo', 'largo', { ayuda: 'Por qué cambia el programa.' });

/** Writes a work's programme in a drawer, or the next version of it with its reason: none is ever changed. */
export function Programar({
  obraId,
  programa,
  onClose,
}: {
  obraId: number;
  /** The newest, where there is one: a new version begins as it is. */
  programa: Programa | null;
  onClose: () => void;
}) {
  const { create, de } = recursoAt('/obras/{id}/programas/{version}', { id: obraId });
  return (
    <Editor
      titulo={programa ? 'Reprogramar la obra' : 'Registrar el programa'}
      recurso={{ de, ...(create && { create }) }}
      campos={programa ? [MOTIVO, ...CAMPOS] : CAMPOS}
      inicial={{
        fechaInicio: programa?.fechaInicio ?? '',
        fechaTermino: programa?.fechaTermino ?? '',
        motivo: '',
        curva: (programa?.curva ?? []).map(({ fecha, avanceFisico }, key) => ({
          key,
          fecha,
          avanceFisico: String(avanceFisico),
        })),
      }}
      accion={programa ? 'Reprogramar' : 'Registrar el programa'}
      hecho={programa ? 'La obra quedó reprogramada.' : 'Se registró el programa.'}
      onClose={onClose}
    >
      <p className={piezas.ayuda}>
        {programa
          ? 'Será una versión nueva; las anteriores se conservan y se comparan con lo real.'
          : 'Será el programa original: no se cambia después, se reprograma con su motivo.'}
      </p>
    </Editor>
  );
}

/** The points of the curve: how much is to be built by which day. */
function Curva({
  puntos,
  errores,
  onChange,
}: {
  puntos: Punto[];
  errores: Record<string, ReactNode>;
  onChange: (puntos: Punto[]) => void;
}) {
  const group = useRef<HTMLFieldSetElement>(null);
  const add = () => {
    const key = Math.max(-1, ...puntos.map((punto) => punto.key)) + 1;
    flushSync(() => onChange([...puntos, { key, fecha: '', avanceFisico: '' }]));
    const points = group.current?.querySelectorAll(`.${css.curvaPunto}`);
    points?.[points.length - 1]?.querySelector('input')?.focus();
  };
  const remove = (punto: Punto) => {
    flushSync(() => onChange(puntos.filter((one) => one !== punto)));
    group.current?.querySelector<HTMLElement>('[data-agrega]')?.focus();
  };
  const write = (punto: Punto, changed: Partial<Punto>) =>
    onChange(puntos.map((one) => (one === punto ? { ...one, ...changed } : one)));
  return (
    <fieldset className={piezas.pila} ref={group} data-campo="curva">
      <legend>
        Avance previsto por fecha <span className={piezas.opcional}>(opcional)</span>
      </legend>
      <p className={piezas.ayuda}>
        Cuánto debe llevar la obra en qué fecha, por fecha y sin bajar. Sin puntos, lo previsto se
        reparte parejo entre inicio y término.
      </p>
      {errores.curva && <p className={piezas.error}>{errores.curva}</p>}
      {puntos.map((punto, index) => {
        const names = namesOf(index);
        return (
          <div key={punto.key} className={css.curvaPunto}>
            <CampoFecha
              etiqueta={`Fecha ${index + 1}`}
              name={names.fecha}
              error={errores[names.fecha]}
              isRequired
              value={punto.fecha}
              onChange={(fecha) => write(punto, { fecha })}
            />
            <CampoTexto
              etiqueta={`Avance ${index + 1} (%)`}
              name={names.avanceFisico}
              error={errores[names.avanceFisico]}
              isRequired
              value={punto.avanceFisico}
              onChange={(avanceFisico) => write(punto, { avanceFisico })}
              entrada={{ inputMode: 'decimal', autoComplete: 'off' }}
            />
            <Boton tono="discreto" icono="cerrar" soloIcono onPress={() => remove(punto)}>
              {`Quitar el punto ${index + 1}`}
            </Boton>
          </div>
        );
      })}
      {puntos.length < MOST_POINTS && (
        <Boton icono="agregar" data-agrega onPress={add}>
          Agregar una fecha
        </Boton>
      )}
    </fieldset>
  );
}
