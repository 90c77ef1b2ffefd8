import { useRef, useState } from 'react';
import { Form } from 'react-aria-components';
import { flushSync } from 'react-dom';
import { faultOf, type Monto, readMonto } from '../../monto.ts';
import { Boton } from '../../piezas/boton.tsx';
import { CampoMonto } from '../../piezas/campos.tsx';
import css from './barra-filtros.module.css';
import { type Filtros, useFiltros } from './filtros.ts';

/** From and to, in pesos; they count when one says so, and only if they are amounts. */
export default function Montos({ onDone }: { onDone?: () => void }) {
  const { filtros, changeFiltros } = useFiltros();
  const [from, setFrom] = useState(readMonto(filtros.montoMin ?? ''));
  const [to, setTo] = useState(readMonto(filtros.montoMax ?? ''));
  const [isJudged, setJudged] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const apply = () => {
    if (faultOf(from) || faultOf(to)) {
      flushSync(() => setJudged(true));
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    changeFiltros({ montoMin: filtroOf(from), montoMax: filtroOf(to) } satisfies Filtros);
    onDone?.();
  };
  const change = (set: (monto: Monto) => void) => (monto: Monto) => {
    setJudged(false);
    set(monto);
  };
  return (
    <Form
      ref={form}
      className={css.montos}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <CampoMonto etiqueta="Desde" value={from} onChange={change(setFrom)} isJudged={isJudged} />
      <CampoMonto etiqueta="Hasta" value={to} onChange={change(setTo)} isJudged={isJudged} />
      <Boton type="submit">Aplicar el monto</Boton>
    </Form>
  );
}

const filtroOf = (monto: Monto) => (monto === null ? '' : String(monto));
