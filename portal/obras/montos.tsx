import { useState } from 'react';
import { Form } from 'react-aria-components';
import { Boton } from '../piezas/boton.tsx';
import { CampoMonto } from '../piezas/campos.tsx';
import { type Filtros, useFiltros } from './filtros.ts';

/** From and to, in pesos; they count when one says so. */
export default function Montos({ onDone }: { onDone?: () => void }) {
  const { filtros, changeFiltros } = useFiltros();
  const [from, setFrom] = useState(numberOf(filtros.montoMin));
  const [to, setTo] = useState(numberOf(filtros.montoMax));
  const apply = () => {
    changeFiltros({ montoMin: textOf(from), montoMax: textOf(to) } satisfies Filtros);
    onDone?.();
  };
  return (
    <Form
      className="montos"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <CampoMonto etiqueta="Desde" value={from} onChange={setFrom} minValue={0} />
      <CampoMonto etiqueta="Hasta" value={to} onChange={setTo} minValue={0} />
      <Boton type="submit">Aplicar el monto</Boton>
    </Form>
  );
}

const numberOf = (text: string | undefined) => (text ? Number(text) : Number.NaN);
const textOf = (amount: number) => (Number.isNaN(amount) ? '' : String(amount));
