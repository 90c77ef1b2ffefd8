import { useState } from 'react';
import { grouped } from '../../core/formato.ts';
import { Boton } from '../../core/piezas/boton.tsx';
import { Estado } from '../../core/piezas/estados.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import { type Columna, Tabla } from '../../core/piezas/tabla.tsx';
import {
  type Cambio,
  cambiosIn,
  type GrupoDeCambios,
  shareOf,
  titleOf,
} from './cambios-en-palabras.ts';
import { type Clase, labelOf } from './clase.ts';
import { useClase } from './de-clase.tsx';
import type { Informe } from './eleccion.ts';
import css from './importar.module.css';
import { FILA } from './muestra.tsx';
import { shown } from './remedios.ts';

/** Changes of a group that are shown at a time. */
const CHANGES_SHOWN = 10;

/** What the file changes of what is registered, field by field: what stands now, and what would stand. */
export function Cambios({ informe }: { informe: Informe }) {
  const grupos = cambiosIn(informe);
  if (grupos.length === 0) return null;
  return (
    <section aria-labelledby="titulo-cambios">
      <h2 id="titulo-cambios">
        {informe.simulacro ? 'Qué cambiaría de lo que ya está' : 'Qué cambió de lo que ya estaba'}
      </h2>
      <p className={piezas.ayuda}>Lo que más cambia está primero.</p>
      <ul className={piezas.pila}>
        {grupos.map((grupo) => (
          <li key={grupo.grupo} className={`${piezas.tarjeta} ${piezas.apilada}`}>
            <DeUnGrupo grupo={grupo} isTrial={informe.simulacro} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function DeUnGrupo({ grupo, isTrial }: { grupo: GrupoDeCambios; isTrial: boolean }) {
  const clase = useClase();
  const [most, setMost] = useState(CHANGES_SHOWN);
  const { cuantos, cambios } = grupo;
  const omitted = cuantos - cambios.length;
  return (
    <>
      <h3>{titleOf(grupo)}</h3>
      <Tabla
        titulo={titleOf(grupo)}
        filas={cambios.slice(0, most)}
        claveDe={({ fila, campo }) => `${fila} ${campo}`}
        columnas={columnasOf(clase, grupo, isTrial)}
      />
      {cambios.length > most && (
        <p className={piezas.verMas}>
          <Boton onPress={() => setMost(cambios.length)}>
            {`Ver más (faltan ${grouped(cambios.length - most)})`}
          </Boton>
        </p>
      )}
      {omitted > 0 && most >= cambios.length && (
        <p className={piezas.ayuda}>
          Y {grouped(omitted)} más, que cambian menos y ya no caben en el informe.
        </p>
      )}
    </>
  );
}

function columnasOf(
  clase: Clase,
  { grupo, cambios }: GrupoDeCambios,
  isTrial: boolean,
): Columna<Cambio>[] {
  // The funds of a work are several lines, no number.
  const esNumero = grupo === 'montos' && cambios.every(({ campo }) => clase.montos.includes(campo));
  const ofValues = { clase: `${piezas.seParte} ${css.dicho}`, esNumero };
  return [
    FILA,
    {
      titulo: 'Clave única',
      clase: `${piezas.seParte} ${css.clave}`,
      celda: ({ claveUnica }) => claveUnica,
    },
    {
      titulo: 'Campo',
      celda: ({ campo }) => clase.juntos?.[campo] ?? labelOf(clase, campo),
    },
    {
      titulo: isTrial ? 'Está' : 'Estaba',
      ...ofValues,
      celda: ({ campo, antes }) => shown(clase, campo, antes),
    },
    {
      titulo: isTrial ? 'Quedaría' : 'Quedó',
      ...ofValues,
      celda: ({ campo, despues, porConfirmar }) => (
        <>
          {shown(clase, campo, despues)}
          {porConfirmar && (
            <>
              {' '}
              <Estado esMalo>Por confirmar</Estado>
            </>
          )}
        </>
      ),
    },
    ...(esNumero ? [{ titulo: 'Cambio', esNumero, celda: shareOf }] : []),
  ];
}
