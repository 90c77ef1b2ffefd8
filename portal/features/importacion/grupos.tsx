import { type ReactNode, type Ref, useRef, useState } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';
import { Link } from 'wouter';
import { counted, grouped } from '../../core/formato.ts';
import { Boton } from '../../core/piezas/boton.tsx';
import { CampoSeleccion, Casilla } from '../../core/piezas/campos.tsx';
import { hrefOf } from '../../core/piezas/direccion.ts';
import { Estado } from '../../core/piezas/estados.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import { NOMBRADOS, type Nombrado, REFERENCIAS } from './campos.ts';
import { labelOf } from './clase.ts';
import { useClase } from './de-clase.tsx';
import type { Elegir, Grupo, Informe, Nombres, Opciones } from './eleccion.ts';
import css from './importar.module.css';
import { CampoNombre, CampoReferencia } from './referencia.tsx';
import {
  addedIn,
  CATALOGOS,
  CLAVE_DE_CADA_OBRA,
  choiceFor,
  GROWING,
  missingColumn,
  PASOS,
  remedioOf,
  taken,
  titleOfGroups,
  UNIDADES,
  UNIDADES_DE_AVANCE,
  valuesInWords,
  withName,
} from './remedios.ts';

/** Groups that are shown at a time: a report has a hundred at most. */
const GROUPS_SHOWN = 12;

/** The file's errors and notes, each kind once. A choice that mends one stands beside it. */
export function Grupos({
  informe,
  elegir,
  primero,
}: {
  informe: Informe;
  elegir?: Elegir | undefined;
  /** The first card: errors come before notes. */
  primero?: Ref<HTMLLIElement>;
}) {
  const [most, setMost] = useState(GROUPS_SHOWN);
  // Additions to catalogs have a card of their own.
  const grupos = informe.grupos.filter(({ codigo }) => codigo !== 'seAgrega');
  if (grupos.length === 0) return null;
  return (
    <section aria-labelledby="titulo-grupos">
      <h2 id="titulo-grupos">{titleOfGroups(grupos)}</h2>
      <ul className={piezas.pila}>
        {grupos.slice(0, most).map((grupo, index) => (
          <UnGrupo
            // biome-ignore lint/suspicious/noArrayIndexKey: they stay in the report's order
            key={index}
            ref={index === 0 ? primero : undefined}
            grupo={grupo}
            informe={informe}
            elegir={elegir}
          />
        ))}
      </ul>
      {grupos.length > most && (
        <p className={piezas.verMas}>
          <Boton onPress={() => setMost(grupos.length)}>
            {`Ver más (faltan ${grouped(grupos.length - most)})`}
          </Boton>
        </p>
      )}
    </section>
  );
}

interface Props {
  grupo: Grupo;
  informe: Informe;
}

function UnGrupo({
  grupo,
  informe,
  elegir,
  ref,
}: Props & { elegir: Elegir | undefined; ref: Ref<HTMLLIElement> | undefined }) {
  const { gravedad, mensaje, cuantas, filas, valores, codigo } = grupo;
  const isError = gravedad === 'error';
  const isMapped = codigo === 'valorDesconocido' && elegir !== undefined;
  const paso = PASOS[codigo];
  return (
    <li
      ref={ref}
      tabIndex={-1}
      className={
        isError ? `${piezas.tarjeta} ${css.grupo} ${css.malo}` : `${piezas.tarjeta} ${css.grupo}`
      }
    >
      <p className={piezas.enFila}>
        <Estado esMalo={isError}>{isError ? 'Error' : 'Aviso'}</Estado>
        <strong>{mensaje}</strong>
      </p>
      {filas !== '' && (
        <p className={piezas.ayuda}>
          {counted(cuantas, 'fila', 'filas')}: {filas}
        </p>
      )}
      {!isMapped && codigo !== 'faltaColumna' && valores.length > 0 && (
        <p className={piezas.ayuda}>
          {valores.length === 1 ? 'Dice' : 'Dicen'} {valuesInWords(valores)}
        </p>
      )}
      {elegir && (
        <>
          {paso && <p>{paso}</p>}
          <Remedio grupo={grupo} informe={informe} {...elegir} />
        </>
      )}
    </li>
  );
}

/** The choice that mends a group, where there is one. */
function Remedio({ grupo, informe, opciones, onOptions }: Props & Elegir) {
  const clase = useClase();
  const { campo } = grupo;
  const referencia = REFERENCIAS[campo ?? ''];
  const remedio = remedioOf(clase, grupo, opciones);
  const set = (changes: Partial<Opciones>) => onOptions({ ...opciones, ...changes });
  switch (remedio?.de) {
    case 'nombres':
      return <Equivalencias grupo={grupo} opciones={opciones} onOptions={onOptions} />;
    case 'unidad':
      return (
        <Elecciones
          etiqueta="Unidad de los montos del archivo"
          opciones={UNIDADES}
          value={opciones.unidadMonto}
          onChange={(unidadMonto) => set({ unidadMonto })}
        />
      );
    case 'unidad de avance':
      return (
        <Elecciones
          etiqueta="Avances de 0 a 1 que no dicen %"
          opciones={UNIDADES_DE_AVANCE}
          value={opciones.unidadAvance}
          onChange={(unidadAvance) => set({ unidadAvance })}
        />
      );
    case 'casilla':
      return (
        <Casilla isSelected={remedio.isOn} onChange={(isOn) => onOptions(remedio.con(isOn))}>
          {remedio.nombre}
        </Casilla>
      );
    case 'columna':
      return (
        <div className={css.equivalencias}>
          {!informe.columnas.some((each) => each.campo === campo) && (
            <ColumnaQueFalta grupo={grupo} {...{ informe, opciones, onOptions }} />
          )}
          {referencia && (
            <CampoReferencia
              referencia={referencia}
              etiqueta={`${labelOf(clase, campo ?? '')} de las filas que no lo dicen`}
              {...{ opciones, onOptions }}
            />
          )}
        </div>
      );
    default:
      return null;
  }
}

/** The box of a name in the file: the record that it stands for, or that its catalog gets it. */
function Nombre({
  campo,
  valor,
  etiqueta,
  ayuda,
  opciones,
  onOptions,
}: Elegir & { campo: string; valor: string; etiqueta: string; ayuda?: string | undefined }) {
  const crece = GROWING.includes(campo);
  const choice = choiceFor(opciones, campo, valor);
  // While all names without a choice are added, no name is left as it is.
  const isAdded = crece && opciones.crearCatalogos;
  return (
    <CampoNombre
      referencia={NOMBRADOS[campo] as Nombrado}
      etiqueta={etiqueta}
      ayuda={ayuda}
      ninguno={isAdded ? undefined : 'Ninguno: se queda como está'}
      crece={crece}
      value={isAdded ? choice || null : choice}
      onChange={(nombre) => onOptions(withName(opciones, campo, valor, nombre))}
    />
  );
}

/** A field without a choice, above a button that takes the likeliest. */
function ConPregunta(props: {
  /** The field's name. */
  etiqueta: string;
  pregunta: string;
  /** Takes the likeliest; undefined without one, or once something is chosen. */
  onYes: (() => void) | undefined;
  children: ReactNode;
}) {
  const { etiqueta, pregunta, onYes, children } = props;
  const place = useRef<HTMLDivElement>(null);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would have a legend, and the field has that name
    <div role="group" aria-label={etiqueta} className={css.conPregunta} tabIndex={-1} ref={place}>
      {children}
      {onYes && (
        <div>
          <Boton
            onPress={() => {
              onYes();
              // The button is gone with its answer.
              place.current?.focus();
            }}
          >
            {pregunta}
          </Boton>
        </div>
      )}
    </div>
  );
}

/** The record of each unknown name, once for all rows, or whether the catalog is to have it. */
function Equivalencias({
  grupo: { campo, valores },
  opciones,
  onOptions,
}: Elegir & { grupo: Grupo }) {
  if (campo === null) return null;
  return (
    <>
      {Object.hasOwn(NOMBRADOS, campo) && (
        <div className={css.equivalencias}>
          {valores.map(({ valor, cuantas, sugerencia }) => {
            const etiqueta = `«${valor}» (${counted(cuantas, 'fila', 'filas')}) es`;
            const isOpen = choiceFor(opciones, campo, valor) === '' && sugerencia !== null;
            return (
              <ConPregunta
                key={valor}
                etiqueta={etiqueta}
                pregunta={`¿Quiso decir «${sugerencia}»?`}
                onYes={
                  isOpen ? () => onOptions(withName(opciones, campo, valor, sugerencia)) : undefined
                }
              >
                <Nombre {...{ campo, valor, etiqueta, opciones, onOptions }} />
              </ConPregunta>
            );
          })}
        </div>
      )}
      {GROWING.includes(campo) && (
        <Casilla
          isSelected={opciones.crearCatalogos}
          onChange={(crearCatalogos) => onOptions({ ...opciones, crearCatalogos })}
          ayuda="También los de los otros catálogos. Los nombres para los que ya eligió algo se quedan con eso."
        >
          Agregar todos los que falten
        </Casilla>
      )}
    </>
  );
}

/** The unit of a file's figures. None is chosen ahead, since only the file's author can tell. */
const Elecciones = <Id extends string>({
  etiqueta,
  opciones,
  value,
  onChange,
}: {
  etiqueta: string;
  opciones: [Id, string][];
  value: Id | '';
  onChange: (id: Id) => void;
}) => (
  <RadioGroup
    className={piezas.enFila}
    aria-label={etiqueta}
    value={value || null}
    onChange={(key) => onChange(key as Id)}
  >
    {opciones.map(([id, nombre]) => (
      <Radio key={id} value={id} className={piezas.boton}>
        {nombre}
      </Radio>
    ))}
  </RadioGroup>
);

function ColumnaQueFalta({ grupo, informe, opciones, onOptions }: Props & Elegir) {
  const clase = useClase();
  const columna = missingColumn(grupo, informe, opciones);
  if (!columna) return null;
  const { campo, unread, chosen, likeliest } = columna;
  const etiqueta = `${labelOf(clase, campo)} está en la columna`;
  const choose = (heading: string) => onOptions({ ...opciones, columnas: columna.with(heading) });
  return (
    <ConPregunta
      etiqueta={etiqueta}
      pregunta={`Sí, es «${likeliest}»`}
      onYes={chosen === '' && likeliest !== null ? () => choose(likeliest) : undefined}
    >
      <CampoSeleccion
        etiqueta={etiqueta}
        ayuda={campo === 'claveUnica' ? CLAVE_DE_CADA_OBRA : undefined}
        value={chosen}
        onChange={(key) => choose(String(key))}
        opciones={[
          { id: '', nombre: 'Ninguna' },
          ...unread.map((heading) => ({ id: heading, nombre: heading })),
        ]}
      />
    </ConPregunta>
  );
}

/**
 * The records that names in the file were taken for, to be changed or taken back. Additions to catalogs have a card of their own.
 *
 * @param dichas as they were when the file was reviewed: later proposals stand with the error that they mend
 */
export function EquivalenciasDichas({
  dichas,
  informe,
  ...elegir
}: Elegir & { dichas: Nombres; informe: Informe }) {
  const clase = useClase();
  const equivalencias = taken(dichas, informe);
  if (equivalencias.length === 0) return null;
  return (
    <details className={`${piezas.tarjeta} ${piezas.plegable}`}>
      <summary>Equivalencias: {counted(equivalencias.length, 'nombre', 'nombres')}</summary>
      <div className={css.equivalencias}>
        {equivalencias.map(({ campo, valor }) => (
          <Nombre
            key={`${campo} ${valor}`}
            etiqueta={`${labelOf(clase, campo)} «${valor}» se lee`}
            {...{ campo, valor, ...elegir }}
          />
        ))}
      </div>
    </details>
  );
}

/** The records that catalogs get, each by its name. A slip of the pen shows here, and is mended here during the review. */
export function Agregados({ informe, elegir }: { informe: Informe; elegir?: Elegir | undefined }) {
  const clase = useClase();
  const added = addedIn(informe);
  if (added.length === 0) return null;
  return (
    <section className={`${piezas.tarjeta} ${piezas.apilada}`} aria-labelledby="titulo-agregados">
      <h2 id="titulo-agregados">
        {informe.simulacro ? 'Se agregarían a los catálogos' : 'Se agregaron a los catálogos'}
      </h2>
      <ul className={elegir && css.equivalencias}>
        {added.map(({ campo, valor, sugerencia }) => {
          const etiqueta = `${labelOf(clase, campo)}: «${valor}»`;
          const like = sugerencia !== null && `Se parece a «${sugerencia}»: si es la misma cosa, `;
          return (
            <li key={`${campo} ${valor}`}>
              {elegir ? (
                <Nombre
                  ayuda={like ? `${like}elíjala o corrija la fila.` : undefined}
                  {...{ campo, valor, etiqueta, ...elegir }}
                />
              ) : (
                <>
                  {etiqueta}
                  {like && `. ${like}`}
                  {like &&
                    (informe.aplicada ? (
                      <Link href={hrefOf(`/catalogos/${CATALOGOS[campo]}`, { q: valor })}>
                        fusiónelas en el catálogo
                      </Link>
                    ) : (
                      'corrija la fila'
                    ))}
                </>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
