import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { Form } from 'react-aria-components';
import { flushSync } from 'react-dom';
import { isDay } from '../../../../src/core/base/time.ts';
import type { OpcionDeCatalogo } from '../../catalogos/opciones.ts';
import { faultOf, readMonto } from '../../monto.ts';
import { Boton } from '../../piezas/boton.tsx';
import { CampoFecha } from '../../piezas/campo-fecha.tsx';
import { CampoMonto, CampoTexto } from '../../piezas/campos.tsx';
import { Casilla } from '../../piezas/casilla.tsx';
import { readPorciento } from '../../piezas/porciento.ts';
import { useSession } from '../../usar.ts';
import css from './barra-filtros.module.css';
import { type Filtros, idsOf } from './direccion.ts';
import Eleccion from './eleccion.tsx';
import { useCatalogosDeFiltros, useFiltros } from './filtros.ts';
import { EN_PALABRAS, GRUPOS, MAS } from './filtros-en-palabras.ts';
import type { Filtro } from './palabras.ts';
import { Plegable } from './plegable.tsx';

/**
 * A field for each filter behind «Más», in groups. They are applied together, and only where every amount and day is one.
 *
 * @param draft what is typed and not applied yet
 * @param children makes what stands below the fields, by whether something is typed there that is not applied yet
 */
export default function MasFiltros({
  draft,
  onDraft,
  onDone,
  children,
}: {
  draft: Filtros;
  onDraft: (draft: Filtros) => void;
  onDone: () => void;
  children?: ((isTyped: boolean) => ReactNode) | undefined;
}) {
  const { filtros, changeFiltros } = useFiltros();
  const session = useSession();
  const [isJudged, setJudged] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const writtenIn = (filtro: Filtro) => draft[filtro] ?? filtros[filtro] ?? '';
  const change = (filtro: Filtro) => (value: string) => {
    setJudged(false);
    onDraft({ ...draft, [filtro]: value });
  };
  const apply = () => {
    const changes: Filtros = { ...draft };
    let isFaulty = false;
    for (const filtro of MAS) {
      const text = draft[filtro]?.trim();
      if (text === undefined) continue;
      const tipo = EN_PALABRAS[filtro]?.campo?.tipo;
      const monto = tipo === 'monto' ? readMonto(text) : null;
      isFaulty ||= faultOf(monto) !== undefined;
      isFaulty ||= tipo === 'dia' && text !== '' && !isDay(text);
      changes[filtro] =
        tipo === 'monto'
          ? String(monto ?? '')
          : tipo === 'porciento'
            ? // Another text goes as it is, and the registry says so.
              String(readPorciento(text) ?? '')
            : text;
    }
    if (isFaulty) {
      flushSync(() => setJudged(true));
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    changeFiltros(changes);
    onDraft({});
    onDone();
  };
  const fieldOf = (filtro: (typeof MAS)[number]) => {
    const campo = EN_PALABRAS[filtro]?.campo;
    if (!campo) return null;
    if (campo.de === 'usuarios' && !session) return null;
    if (campo.de === 'administradores' && session?.user.roles !== 'admin') return null;
    const { tipo, etiqueta } = campo;
    const value = writtenIn(filtro);
    const onChange = change(filtro);
    switch (tipo) {
      case 'casilla':
        return (
          <Casilla
            key={filtro}
            isSelected={value === 'true'}
            onChange={(is) => onChange(is ? 'true' : '')}
          >
            {etiqueta}
          </Casilla>
        );
      case 'monto':
        return (
          <CampoMonto
            key={filtro}
            etiqueta={etiqueta}
            value={readMonto(value)}
            onChange={(monto) => onChange(String(monto ?? ''))}
            isJudged={isJudged}
          />
        );
      case 'catalogo':
        return <DeCatalogo key={filtro} {...{ filtro, nombre: etiqueta, value, onChange }} />;
      case 'dia':
        return <CampoFecha key={filtro} etiqueta={etiqueta} value={value} onChange={onChange} />;
      default:
        return (
          <CampoTexto
            key={filtro}
            etiqueta={etiqueta}
            value={value}
            onChange={onChange}
            entrada={{ autoComplete: 'off' }}
          />
        );
    }
  };
  return (
    <Form
      ref={form}
      className={css.mas}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      {[...GRUPOS].map((grupo) => (
        <fieldset key={grupo}>
          <legend>{grupo}</legend>
          {grupo === 'Registro' && (
            <Tipo value={writtenIn('tipoProyectoId')} onChange={change('tipoProyectoId')} />
          )}
          {MAS.filter((filtro) => EN_PALABRAS[filtro]?.campo?.grupo === grupo).map(fieldOf)}
        </fieldset>
      ))}
      {children?.(Object.keys(draft).length > 0) ?? (
        <footer className={css.pieFijo}>
          <Boton tono="principal" type="submit">
            Aplicar
          </Boton>
        </footer>
      )}
    </Form>
  );
}

function Tipo({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { nombre, opciones } = useCatalogosDeFiltros().tipoProyectoId;
  return <Varios filtro="tipoProyectoId" {...{ nombre, opciones, value, onChange }} />;
}

interface DeVarios {
  filtro: Filtro;
  nombre: string;
  value: string;
  onChange: (value: string) => void;
}

/** Several of a feature's catalog. */
function DeCatalogo({ filtro, ...props }: DeVarios) {
  const catalogo = EN_PALABRAS[filtro as (typeof MAS)[number]]?.catalogo;
  const { data: opciones = [] } = useQuery((catalogo as NonNullable<typeof catalogo>)(props.value));
  return <Varios filtro={filtro} opciones={opciones} {...props} />;
}

function Varios({ filtro, opciones, ...props }: DeVarios & { opciones: OpcionDeCatalogo[] }) {
  const { nombre, value } = props;
  const ids = idsOf({ [filtro]: value }, filtro);
  const puestos = opciones.filter(({ id }) => ids.includes(String(id)));
  return (
    <Plegable nombre={nombre} puestos={puestos.map((one) => one.nombre)}>
      <Eleccion lista={filtro} {...props} opciones={opciones} />
    </Plegable>
  );
}
