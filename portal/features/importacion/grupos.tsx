import { type ReactNode, type Ref, useRef, useState } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';
import { Link } from 'wouter';
import { counted, grouped } from '../../core/formato.ts';
import { Boton } from '../../core/piezas/boton.tsx';
import { CampoSeleccion, Casilla } from '../../core/piezas/campos.tsx';
import { hrefOf } from '../../core/piezas/direccion.ts';
import { Estado } from '../../core/piezas/estados.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import { REFERENCIAS } from './campos.ts';
import { labelOf } from './clase.ts';
import { useClase } from './de-clase.tsx';
import type { Confirmable, Elegir, Grupo, Informe, Nombres, Opciones, Unidad } from './envio.ts';
import css from './importar.module.css';
import { CampoNombre, CampoReferencia } from './referencia.tsx';

/** Groups that are shown at a time: a report has a hundred at most. */
const TOGETHER = 12;

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
  const [most, setMost] = useState(TOGETHER);
  // Additions to catalogs have a card of their own.
  const grupos = informe.grupos.filter(({ codigo }) => codigo !== 'seAgrega');
  if (grupos.length === 0) return null;
  const errors = grupos.filter(({ gravedad }) => gravedad === 'error').length;
  const notes = grupos.length - errors;
  const both = [
    errors > 0 && counted(errors, 'error', 'errores'),
    notes > 0 && counted(notes, 'aviso', 'avisos'),
  ].filter(Boolean);
  return (
    <section aria-labelledby="titulo-grupos">
      <h2 id="titulo-grupos">
        {errors > 0 ? 'Qué hay que resolver' : 'Qué conviene revisar'}: {both.join(' y ')}
      </h2>
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
          {valores.length === 1 ? 'Dice' : 'Dicen'}{' '}
          {valores
            .map(({ valor, cuantas }) =>
              cuantas > 1 && valores.length > 1 ? `«${valor}» (${grouped(cuantas)})` : `«${valor}»`,
            )
            .join(', ')}
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

/** The next step, unless the sentence says it. */
const PASOS: Partial<Record<Grupo['codigo'], string>> = {
  valorDesconocido: 'Elija qué es cada uno: vale para todas las filas.',
  unidadMonto: 'Elija en qué unidad están.',
  unidadDicha: 'Si no es así, elija su unidad.',
  otraMoneda:
    'Si ya son pesos, confírmelo aquí; si no, elija otra vez su archivo cuando los haya convertido.',
  unidadAvance: 'Elija qué son.',
  ocultas: 'Si sobran, déjelas fuera.',
  yaExiste: 'Si lo que vale es el archivo, actívelo aquí.',
  montoCambia: 'Abajo está lo que hay y lo que quedaría.',
  estatusTermina: 'Abajo está lo que hay y lo que quedaría.',
  nombrePierde: 'Abajo está lo que hay y lo que quedaría.',
};

/** The choice that mends a group, where there is one. */
function Remedio({ grupo, informe, opciones, onOptions }: Props & Elegir) {
  const clase = useClase();
  const { codigo, campo } = grupo;
  const referencia = REFERENCIAS[campo ?? ''];
  const set = (changes: Partial<Opciones>) => onOptions({ ...opciones, ...changes });
  switch (codigo) {
    case 'valorDesconocido':
      return <Equivalencias grupo={grupo} opciones={opciones} onOptions={onOptions} />;
    case 'unidadMonto':
    case 'unidadDicha':
      return (
        <Elecciones
          etiqueta="Unidad de los montos del archivo"
          opciones={UNIDADES}
          value={opciones.unidadMonto}
          onChange={(unidadMonto) => set({ unidadMonto })}
        />
      );
    case 'otraMoneda':
      return (
        <Casilla
          isSelected={opciones.unidadMonto === 'pesos'}
          onChange={(isOn) => set({ unidadMonto: isOn ? 'pesos' : '' })}
        >
          Los montos ya están en pesos mexicanos
        </Casilla>
      );
    case 'ocultas':
      return (
        <Casilla isSelected={opciones.sinOcultas} onChange={(sinOcultas) => set({ sinOcultas })}>
          No leer las filas y columnas ocultas
        </Casilla>
      );
    case 'unidadAvance':
      return (
        <Elecciones
          etiqueta="Avances de 0 a 1 que no dicen %"
          opciones={UNIDADES_DE_AVANCE}
          value={opciones.unidadAvance}
          onChange={(unidadAvance) => set({ unidadAvance })}
        />
      );
    case 'partes':
      return (
        <Casilla isSelected={opciones.unaVez} onChange={(unaVez) => set({ unaVez })}>
          Dicen lo mismo: cuentan una vez
        </Casilla>
      );
    case 'yaExiste':
      return (
        <Casilla isSelected={opciones.actualizar} onChange={(actualizar) => set({ actualizar })}>
          {clase.actualizar.aqui}
        </Casilla>
      );
    case 'montoCambia':
    case 'estatusTermina':
    case 'nombrePierde': {
      const { grupo, nombre } = CONFIRMACIONES[codigo];
      const others = opciones.confirmar.filter((each) => each !== grupo);
      return (
        <Casilla
          isSelected={opciones.confirmar.includes(grupo)}
          onChange={(isOn) => set({ confirmar: isOn ? [...others, grupo] : others })}
        >
          {nombre}
        </Casilla>
      );
    }
    case 'faltaColumna':
    case 'faltaDato':
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

/** The questions about large changes: their group, and the words of a yes. */
const CONFIRMACIONES: Record<
  'montoCambia' | 'estatusTermina' | 'nombrePierde',
  { grupo: Confirmable; nombre: string }
> = {
  montoCambia: { grupo: 'montos', nombre: 'Sí, esos montos cambian así' },
  estatusTermina: { grupo: 'estatus', nombre: 'Sí, esos estatus cambian así' },
  nombrePierde: { grupo: 'nombres', nombre: 'Sí, esos nombres cambian así' },
};

/** Catalogs that an import may add to. */
const GROWING = ['dependencia', 'tipoProyecto', 'ejercicioFiscal'];
/** The pages of those whose records can be merged. */
const CATALOGOS: Record<string, string> = { dependencia: 'dependencias', tipoProyecto: 'tipos' };

/** The choice for a name in the file; blank where there is none. */
function choiceFor({ valores }: Opciones, campo: string, valor: string): string | null {
  const choices = valores[campo] ?? {};
  return Object.hasOwn(choices, valor) ? (choices[valor] ?? null) : '';
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
      referencia={REFERENCIAS[campo] as (typeof REFERENCIAS)[string]}
      etiqueta={etiqueta}
      ayuda={ayuda}
      ninguno={isAdded ? undefined : 'Ninguno: se queda como está'}
      crece={crece}
      value={isAdded ? choice || null : choice}
      onChange={(nombre) => onOptions(withName(opciones, campo, valor, nombre))}
    />
  );
}

/** The choices with the record that a name in the file stands for. */
const withName = (
  opciones: Opciones,
  campo: string,
  valor: string,
  nombre: string | null,
): Opciones => ({
  ...opciones,
  valores: { ...opciones.valores, [campo]: { ...opciones.valores[campo], [valor]: nombre } },
});

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
      {Object.hasOwn(REFERENCIAS, campo) && (
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

const UNIDADES: [Unidad, string][] = [
  ['pesos', 'Pesos'],
  ['miles', 'Miles de pesos'],
  ['millones', 'Millones de pesos'],
];

const UNIDADES_DE_AVANCE: [Exclude<Opciones['unidadAvance'], ''>, string][] = [
  ['porciento', 'Por cientos: 0.45 es 0.45 %'],
  ['fraccion', 'Fracciones: 0.45 es 45 %'],
];

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

/** Rows are numbered in each file anew: by such keys works of one file would be taken for those of another. */
const CLAVE_DE_CADA_OBRA =
  'Elija la que identifica a cada obra: un número de renglón se repite en otros archivos y confundiría sus obras.';

function ColumnaQueFalta({
  grupo: { campo, valores },
  informe,
  opciones,
  onOptions,
}: Props & Elegir) {
  const clase = useClase();
  const { columnas } = opciones;
  const unread = informe.columnas.filter((each) => each.campo === null);
  const likeliest = valores[0]?.sugerencia ?? null;
  const chosen = Object.keys(columnas).find((heading) => columnas[heading] === campo) ?? '';
  if (campo === null || unread.length === 0) return null;
  const etiqueta = `${labelOf(clase, campo)} está en la columna`;
  const choose = (heading: string) => {
    const { [chosen]: _, ...others } = columnas;
    onOptions({ ...opciones, columnas: heading ? { ...others, [heading]: campo } : others });
  };
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
          ...unread.map(({ columna }) => ({ id: columna, nombre: columna })),
        ]}
      />
    </ConPregunta>
  );
}

/** The choices with the report's nearly certain suggestions for names that have no choice yet. */
export function withProposals(opciones: Opciones, { grupos }: Informe): Opciones {
  const valores = { ...opciones.valores };
  for (const { codigo, campo, valores: desconocidos } of grupos) {
    if (campo === null || codigo !== 'valorDesconocido') continue;
    const certain = desconocidos.flatMap(({ valor, sugerencia, esSegura }) =>
      esSegura && sugerencia !== null ? [[valor, sugerencia] as const] : [],
    );
    if (certain.length > 0) valores[campo] = { ...Object.fromEntries(certain), ...valores[campo] };
  }
  return { ...opciones, valores };
}

/** The choices as they were reviewed. Names that were proposed since then are left as they are, and not proposed again. */
export function withoutProposals(reviewed: Opciones, { valores }: Opciones): Opciones {
  const left = Object.entries(valores).map(([campo, names]) => [
    campo,
    {
      ...Object.fromEntries(Object.keys(names).map((valor) => [valor, ''])),
      ...reviewed.valores[campo],
    },
  ]);
  return { ...reviewed, valores: Object.fromEntries(left) };
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
  const added = addedIn(informe);
  const equivalencias = Object.entries(dichas).flatMap(([campo, names]) =>
    Object.entries(names)
      .filter(([, nombre]) => nombre !== '')
      .map(([valor]) => ({ campo, valor }))
      .filter((one) => !added.some((each) => each.campo === one.campo && each.valor === one.valor)),
  );
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

const addedIn = ({ grupos }: Informe) =>
  grupos.flatMap(({ codigo, campo, valores }) =>
    codigo === 'seAgrega' && campo !== null ? valores.map((each) => ({ ...each, campo })) : [],
  );

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
