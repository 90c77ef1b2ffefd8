import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { api, read, type Schema } from '../api.ts';
import { newKey } from '../azar.ts';
import { useLostConnection } from '../conexion.ts';
import { Programa as ETIQUETAS } from '../generado/etiquetas.ts';
import { announce } from '../piezas/avisos.tsx';
import { Boton } from '../piezas/boton.tsx';
import { CampoTexto } from '../piezas/campos.tsx';
import { Dialogo } from '../piezas/dialogo.tsx';
import { type Failures, Formulario, failuresOf, NO_FAILURES } from '../piezas/formulario.tsx';
import piezas from '../piezas/piezas.module.css';
import { readPorciento } from '../piezas/porciento.ts';
import { useReread } from '../piezas/releer.ts';
import css from './seguimiento.module.css';

type Programa = Schema<'Programa'>;

/** A point of the curve as it is typed. */
interface Punto {
  key: number;
  fecha: string;
  avanceFisico: string;
}
interface Valores {
  fechaInicio: string;
  fechaTermino: string;
  motivo: string;
  puntos: Punto[];
}

/** Points that a curve has at most, as the registry takes them. */
const MOST = 120;

/** The first values of a new version: the one before it. */
const valoresOf = (programa: Programa | null): Valores => ({
  fechaInicio: programa?.fechaInicio ?? '',
  fechaTermino: programa?.fechaTermino ?? '',
  motivo: '',
  puntos: (programa?.curva ?? []).map(({ fecha, avanceFisico }, key) => ({
    key,
    fecha,
    avanceFisico: String(avanceFisico),
  })),
});

/** The body of the request, without empty values. A text that is no number goes as it was typed. */
function bodyOf({ fechaInicio, fechaTermino, motivo, puntos }: Valores) {
  const curva = puntos.map(({ fecha, avanceFisico }) => {
    const percent = readPorciento(avanceFisico);
    return { ...(fecha && { fecha }), ...(percent !== null && { avanceFisico: percent }) };
  });
  return {
    ...(fechaInicio && { fechaInicio }),
    ...(fechaTermino && { fechaTermino }),
    ...(motivo.trim() && { motivo }),
    curva,
  } as Schema<'NuevoPrograma'>;
}

/** A point's fields as the registry names them. */
const namesOf = (index: number) => ({
  fecha: `curva[${index}].fecha`,
  avanceFisico: `curva[${index}].avanceFisico`,
});

/** The form's fields in its order, by the registry's names, with those that people know them by. */
const etiquetasOf = (puntos: Punto[]): Record<string, string> => ({
  motivo: ETIQUETAS.motivo,
  fechaInicio: ETIQUETAS.fechaInicio,
  fechaTermino: ETIQUETAS.fechaTermino,
  ...Object.fromEntries(
    puntos.flatMap((_, index) => [
      [namesOf(index).fecha, `Punto ${index + 1}, fecha`],
      [namesOf(index).avanceFisico, `Punto ${index + 1}, avance previsto`],
    ]),
  ),
  curva: ETIQUETAS.curva,
});

/** Writes a work's programme in a drawer, or the next version of it with its reason: none is ever changed. */
export function Programar({
  obraId,
  programa,
  onClose,
}: {
  obraId: number;
  /** The newest, where there is one. */
  programa: Programa | null;
  onClose: () => void;
}) {
  const [isDirty, setDirty] = useState(false);
  return (
    <Dialogo
      titulo={programa ? 'Reprogramar la obra' : 'Registrar el programa'}
      isOpen
      onClose={onClose}
      forma="cajon"
      isDismissable={!isDirty}
    >
      <Forma obraId={obraId} programa={programa} onClose={onClose} onDirty={() => setDirty(true)} />
    </Dialogo>
  );
}

function Forma({
  obraId,
  programa,
  onClose,
  onDirty,
}: {
  obraId: number;
  programa: Programa | null;
  onClose: () => void;
  onDirty: () => void;
}) {
  const [valores, setValores] = useState(() => valoresOf(programa));
  const [fallas, setFallas] = useState<Failures>(NO_FAILURES);
  const [isPending, setPending] = useState(false);
  const isOffline = useLostConnection() !== null;
  const reread = useReread();
  /** The key under which these very values are sent: others are another request. */
  const sent = useRef({ json: '', key: '' });
  const etiquetas = etiquetasOf(valores.puntos);

  const change = (changed: Partial<Valores>) => {
    setValores((now) => ({ ...now, ...changed }));
    onDirty();
  };
  const save = async () => {
    setPending(true);
    setFallas(NO_FAILURES);
    const body = bodyOf(valores);
    const json = JSON.stringify(body);
    if (sent.current.json !== json) sent.current = { json, key: newKey() };
    const header = { 'idempotency-key': sent.current.key };
    try {
      await read(
        api.POST('/obras/{id}/programas', { params: { path: { id: obraId }, header }, body }),
      );
      announce(programa ? 'La obra quedó reprogramada.' : 'Se registró el programa.');
      onClose();
      void reread();
    } catch (error) {
      setFallas(failuresOf(error, Object.keys(etiquetas)));
    } finally {
      setPending(false);
    }
  };

  const text = (name: 'fechaInicio' | 'fechaTermino' | 'motivo') => ({
    name,
    etiqueta: ETIQUETAS[name],
    error: fallas.fields[name],
    isRequired: true,
    value: valores[name],
    onChange: (value: string) => change({ [name]: value }),
  });
  return (
    <Formulario
      fallas={fallas}
      etiquetas={etiquetas}
      onSubmit={() => {
        if (!isPending && !isOffline) void save();
      }}
    >
      <p className={piezas.ayuda}>
        {programa
          ? 'Será una versión nueva; las anteriores se conservan y se comparan con lo real.'
          : 'Será el programa original: no se cambia después, se reprograma con su motivo.'}
      </p>
      {programa && (
        <CampoTexto {...text('motivo')} renglones={3} ayuda="Por qué cambia el programa." />
      )}
      <CampoTexto {...text('fechaInicio')} type="date" />
      <CampoTexto {...text('fechaTermino')} type="date" />
      <Curva
        puntos={valores.puntos}
        errores={fallas.fields}
        onChange={(puntos) => change({ puntos })}
      />
      <footer>
        <Boton tono="principal" type="submit" isPending={isPending} isDisabled={isOffline}>
          {programa ? 'Reprogramar' : 'Registrar el programa'}
        </Boton>
        <Boton onPress={onClose}>Cancelar</Boton>
      </footer>
    </Formulario>
  );
}

/** The points of the curve: how much is to be built by which day. */
function Curva({
  puntos,
  errores,
  onChange,
}: {
  puntos: Punto[];
  errores: Failures['fields'];
  onChange: (puntos: Punto[]) => void;
}) {
  const group = useRef<HTMLFieldSetElement>(null);
  const add = () => {
    const key = Math.max(-1, ...puntos.map((punto) => punto.key)) + 1;
    flushSync(() => onChange([...puntos, { key, fecha: '', avanceFisico: '' }]));
    const dates = group.current?.querySelectorAll<HTMLElement>('[type=date]');
    dates?.[dates.length - 1]?.focus();
  };
  const remove = (punto: Punto) => {
    flushSync(() => onChange(puntos.filter((one) => one !== punto)));
    group.current?.querySelector<HTMLElement>('[data-agrega]')?.focus();
  };
  const write = (punto: Punto, changed: Partial<Punto>) =>
    onChange(puntos.map((one) => (one === punto ? { ...one, ...changed } : one)));
  return (
    <fieldset className={css.curva} ref={group} data-campo="curva">
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
            <CampoTexto
              etiqueta={`Fecha ${index + 1}`}
              name={names.fecha}
              error={errores[names.fecha]}
              type="date"
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
      {puntos.length < MOST && (
        <Boton icono="agregar" data-agrega onPress={add}>
          Agregar una fecha
        </Boton>
      )}
    </fieldset>
  );
}
