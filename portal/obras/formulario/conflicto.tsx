import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';
import { boundsOf } from '../../../src/base/geo.ts';
import { useNombres } from '../../bitacora/nombres.ts';
import { moment, money } from '../../formato.ts';
import { TIPOS } from '../../mapa/trazo.ts';
import { Boton } from '../../piezas/boton.tsx';
import { Dialogo } from '../../piezas/dialogo.tsx';
import piezas from '../../piezas/piezas.module.css';
import { useSession } from '../../sesion.ts';
import { measureOf } from '../medidas.ts';
import type { Leida } from './borrador.ts';
import css from './formulario-obra.module.css';
import type { Choque, Fusion } from './fusion.ts';
import { changesSince } from './lectura.ts';
import {
  type Campo,
  ETIQUETAS,
  type UbicacionEscrita,
  type Valores,
  valoresOf,
} from './valores.ts';

export interface Conflicto {
  /** The work as it was read, and as the registry has it now. */
  antes: Leida;
  otra: Leida;
  mia: Valores;
  fusion: Fusion;
}

/**
 * Another person changed the work meanwhile. The fields that only they changed are listed and taken over. Of those that both
 * changed, one is chosen.
 */
export function VentanaConflicto({
  conflicto,
  onSave,
  onClose,
}: {
  conflicto: Conflicto;
  onSave: (merged: Valores) => void;
  onClose: () => void;
}) {
  const { antes, otra, mia, fusion } = conflicto;
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const words = useWords(conflicto);
  const { data: changes = [] } = useQuery({
    queryKey: ['obra', String(antes.obra.id), 'cambios', antes.etag, otra.etag],
    queryFn: () => changesSince(antes),
  });
  const me = useSession()?.user.email;
  const nameOf = (email: string | null) =>
    email === me ? 'Usted, en otra ventana,' : (email ?? 'Alguien');
  const who = [...new Set(changes.map(({ usuarioEmail }) => nameOf(usuarioEmail)))];
  const last = changes.at(-1);
  const [before, theirs] = [valoresOf(antes.obra), valoresOf(otra.obra)];
  const left = fusion.choques.filter(({ clave }) => !chosen[clave]).length;

  return (
    <Dialogo
      titulo="Otra persona cambió esta obra"
      isOpen
      onClose={onClose}
      forma="completo"
      isDismissable={false}
    >
      <p>
        {last
          ? `${who.join(' y ')} guardó cambios mientras usted corregía (${moment(last.instante)}).`
          : 'Se guardaron cambios mientras usted corregía.'}{' '}
        Nada de lo suyo se ha perdido.
      </p>
      {fusion.tomados.length > 0 && (
        <section className={css.tomados}>
          <h3>Se toman los cambios de la otra persona</h3>
          <ul>
            {fusion.tomados.map((campo) => (
              <li key={campo}>
                {campo === 'ubicaciones' ? (
                  <>
                    {ETIQUETAS[campo]}: {placesInWords(before)} → {placesInWords(theirs)}
                  </>
                ) : (
                  <>
                    {ETIQUETAS[campo]}: <del>{words(campo, before)}</del> →{' '}
                    <ins>{words(campo, theirs)}</ins>
                  </>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {fusion.choques.map((choque) => (
        <Eleccion
          key={choque.clave}
          choque={choque}
          value={chosen[choque.clave] ?? null}
          onChange={(value) => setChosen({ ...chosen, [choque.clave]: value })}
          valores={[before, theirs, mia]}
          words={words}
        />
      ))}
      <footer>
        {left > 0 && <p className={piezas.ayuda}>Elija en cada uno lo que debe quedar.</p>}
        <Boton onPress={onClose}>Seguir corrigiendo</Boton>
        <Boton
          tono="principal"
          isDisabled={left > 0}
          onPress={() =>
            onSave(
              fusion.merge(
                new Set(Object.keys(chosen).filter((clave) => chosen[clave] === 'otra')),
              ),
            )
          }
        >
          {fusion.choques.length > 0 ? 'Guardar lo elegido' : 'Guardar los cambios de ambos'}
        </Boton>
      </footer>
    </Dialogo>
  );
}

type Words = (campo: Exclude<Campo, 'ubicaciones'>, valores: Valores) => string;

/** A field's value as people read it. */
function useWords({ antes, otra }: Conflicto): Words {
  const names = useNombres();
  return (campo, valores) => {
    const value = valores[campo];
    if (value === null || value === '') return '(vacío)';
    if (typeof value === 'string') return value;
    if (campo === 'monto') return money(value as number);
    const related = campo.slice(0, -2) as 'municipio' | 'dependencia';
    const known = [antes.obra, otra.obra].find((obra) => obra[campo as 'municipioId'] === value);
    if (campo === 'ejercicioFiscalId' && known) return String(known.ejercicioFiscal.anio);
    return known?.[related]?.nombre ?? names.get(`${campo}/${value}`) ?? String(value);
  };
}

const placesInWords = ({ ubicaciones }: Valores) =>
  ubicaciones.length === 1 ? '1 ubicación' : `${ubicaciones.length} ubicaciones`;

function Eleccion({
  choque,
  value,
  onChange,
  valores,
  words,
}: {
  choque: Choque;
  value: string | null;
  onChange: (value: string) => void;
  /** Before, theirs, one's own. */
  valores: [Valores, Valores, Valores];
  words: Words;
}) {
  const [before, theirs, mine] = valores;
  const isPlace = choque.campo === 'ubicaciones';
  const places = isPlace ? [choque.antes, choque.otra, choque.mia] : [];
  const show = (one: Valores, place: UbicacionEscrita | null | undefined) =>
    isPlace ? (
      <LugarBreve ubicacion={place ?? null} todas={places} />
    ) : (
      <span>{words(choque.campo, one)}</span>
    );
  const titulo = isPlace
    ? `Ubicación ${before.ubicaciones.findIndex(({ clave }) => clave === choque.clave) + 1}`
    : ETIQUETAS[choque.campo];
  return (
    <section className={css.choque}>
      <h3>{titulo}</h3>
      <div className={css.versiones}>
        <div className={css.version}>
          <small>Antes</small>
          {show(before, places[0])}
        </div>
        <RadioGroup
          aria-label={`Qué debe quedar: ${titulo}`}
          value={value}
          onChange={onChange}
          className={css.elegibles}
        >
          <Radio value="otra" className={`${css.version} ${css.elegible}`}>
            <small>La otra persona</small>
            {show(theirs, places[1])}
          </Radio>
          <Radio value="mia" className={`${css.version} ${css.elegible}`}>
            <small>Usted</small>
            {show(mine, places[2])}
          </Radio>
        </RadioGroup>
      </div>
    </section>
  );
}

const TRAZOS = {
  PUNTO: `${css.miniatura} ${css.punto}`,
  RUTA: css.miniatura,
  POLIGONO: `${css.miniatura} ${css.poligono}`,
};

/** An ubicación at a glance: drawn small, all versions to the same scale, and in words. */
function LugarBreve({
  ubicacion,
  todas,
}: {
  ubicacion: UbicacionEscrita | null;
  todas: (UbicacionEscrita | null | undefined)[];
}) {
  if (!ubicacion) return <span>Quitada</span>;
  const { tipoGeometria: tipo, trazo, direccion } = ubicacion;
  const all = todas.flatMap((one) => one?.trazo.flat(2) ?? []);
  const [west, south, east, north] = boundsOf(all.length > 0 ? all : [[0, 0]]);
  const size = Math.max(east - west, north - south, 1e-5);
  const at = ([x = 0, y = 0]: number[]) =>
    `${(10 + ((x - west) / size) * 80).toFixed(2)} ${(10 + ((north - y) / size) * 80).toFixed(2)}`;
  const path = trazo
    .flat()
    .filter((line) => line.length > 0)
    .map((line) => `M${line.map(at).join('L')}${tipo === 'POLIGONO' ? 'Z' : ''}`)
    .join('');
  return (
    <>
      <svg viewBox="0 0 100 100" className={TRAZOS[tipo]} data-tipo={tipo} aria-hidden="true">
        {tipo === 'PUNTO' ? (
          trazo.flat(2).map((position) => {
            const [x, y] = at(position).split(' ');
            return <circle key={position.join()} cx={x} cy={y} r="5" />;
          })
        ) : (
          <path d={path} />
        )}
      </svg>
      <span>
        {TIPOS[tipo].nombre}: {measureOf(tipo, trazo)}. {direccion}
      </span>
    </>
  );
}
