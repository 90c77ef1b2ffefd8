import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Label, Radio, RadioGroup } from 'react-aria-components';
import { dayInWords } from '../../src/base/time.ts';
import { RegistryError } from '../api.ts';
import { newKey } from '../azar.ts';
import { useLostConnection } from '../conexion.ts';
import { money } from '../formato.ts';
import { Aviso, announce } from './avisos.tsx';
import { Boton } from './boton.tsx';
import {
  CampoCombo,
  CampoMonto,
  CampoSeleccion,
  CampoTexto,
  Casilla,
  type Opcion,
} from './campos.tsx';
import { Dialogo } from './dialogo.tsx';
import css from './editor.module.css';
import { Esqueleto, Falla } from './estados.tsx';
import { type Failures, Formulario, failuresOf, NO_FAILURES } from './formulario.tsx';
import { readPorciento } from './porciento.ts';

// A record of a few fields in a drawer over its list: catalogs and users. A record that there is, is read anew when the
// drawer opens, and written only if nobody has changed it meanwhile.

export type Valor = string | number | boolean | null;
/** A record's fields as the registry names and writes them. */
export type Valores = Record<string, Valor>;

export interface Campo {
  /** As the registry calls it. */
  nombre: string;
  etiqueta: string;
  /**
   * `entero` is typed as digits and written as a number, as `porciento` and `monto` are; `largo` has several lines;
   * `seleccion` has few options, `combo` many.
   */
  tipo:
    | 'texto'
    | 'largo'
    | 'correo'
    | 'entero'
    | 'porciento'
    | 'monto'
    | 'fecha'
    | 'seleccion'
    | 'combo'
    | 'casilla';
  ayuda?: string;
  /** May be left empty, which is written as null, or as `vacio`. */
  esOpcional?: boolean;
  vacio?: '';
  opciones?: Opcion[];
}

/** A record in the state that the registry has it in. */
export interface Leido {
  valores: Valores;
  etag: string | undefined;
}

interface Props {
  titulo: string;
  campos: Campo[];
  /** The first values of a new record's fields. */
  inicial?: Valores;
  /** Reads the record; without it, a new one is made. */
  lee?: () => Promise<Leido>;
  /** Values typed elsewhere, over the record's own. */
  escrito?: Valores | undefined;
  /**
   * Writes the fields of a new record, or those that have changed.
   *
   * @param under the Idempotency-Key of a new record, or the ETag of the state that was read
   */
  guarda: (valores: Valores, under: string) => Promise<void>;
  /** The verb on the button. */
  accion: string;
  /** The announcement when it is done. */
  hecho: string;
  /** The field that a refusal because of a record that has the same (409) is about. */
  unico?: string | undefined;
  onClose: () => void;
  children?: ReactNode;
  /** Further choices, below the fields. */
  despues?: ReactNode;
}

/** A field that somebody else has changed since it was read. */
interface Choque {
  campo: Campo;
  antes: Valor;
  actual: Valor;
  /** The value that was typed here, where it is another. */
  suyo?: Valor;
}

/** The drawer of one record; with something typed in it, only its buttons close it. */
export function Editor({ titulo, onClose, ...props }: Props) {
  const [isDirty, setDirty] = useState(Object.keys(props.escrito ?? {}).length > 0);
  return (
    <Dialogo titulo={titulo} isOpen onClose={onClose} forma="cajon" isDismissable={!isDirty}>
      <Contenido {...props} onClose={onClose} onDirty={setDirty} />
    </Dialogo>
  );
}

function Contenido({ lee, inicial = {}, ...props }: Inside) {
  const [leido, setLeido] = useState<Leido | null>(lee ? null : { valores: inicial, etag: '' });
  const [error, setError] = useState<unknown>(null);
  const read = async () => {
    setError(null);
    try {
      setLeido((await lee?.()) ?? null);
    } catch (failure) {
      setError(failure);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is read once, when the drawer opens
  useEffect(() => {
    if (lee) void read();
  }, []);
  if (error !== null) return <Falla error={error} onRetry={() => void read()} />;
  if (!leido) return <Esqueleto renglones={3} alto={68} />;
  return <Campos {...props} lee={lee} leido={leido} />;
}

type Inside = Omit<Props, 'titulo'> & { onDirty: (isDirty: boolean) => void };

function Campos({
  campos,
  lee,
  leido,
  escrito,
  guarda,
  accion,
  hecho,
  unico,
  onClose,
  onDirty,
  children,
  despues,
}: Omit<Inside, 'inicial' | 'lee'> & { lee: Props['lee']; leido: Leido }) {
  const [base, setBase] = useState(leido);
  const [values, setValues] = useState({ ...leido.valores, ...escrito });
  const [choques, setChoques] = useState<Choque[]>([]);
  const [fallas, setFallas] = useState<Failures>(NO_FAILURES);
  const [isPending, setPending] = useState(false);
  const isOffline = useLostConnection() !== null;
  /** The key under which these very values are sent: others are another request. */
  const sent = useRef({ json: '', key: '' });

  const change = (nombre: string, value: Valor) => {
    setValues({ ...values, [nombre]: value });
    onDirty(true);
  };
  const changes = (from: Valores, to: Valores): Valores =>
    Object.fromEntries(
      campos
        .map((campo) => [campo.nombre, written(campo, to)])
        .filter(([n, v]) => from[n as string] !== v),
    );

  const finish = () => {
    announce(hecho);
    onClose();
  };

  const save = async () => {
    setPending(true);
    setFallas(NO_FAILURES);
    try {
      const body = lee ? changes(base.valores, values) : changes({}, values);
      const json = JSON.stringify(body);
      if (sent.current.json !== json) sent.current = { json, key: newKey() };
      if (lee && json === '{}') return finish();
      await guarda(body, lee ? (base.etag ?? '*') : sent.current.key);
      finish();
    } catch (error) {
      if (lee && error instanceof RegistryError && error.status === 412) await compare(lee);
      else setFallas(fallasOf(error));
    } finally {
      setPending(false);
    }
  };

  const fallasOf = (error: unknown): Failures => {
    const names = campos.map(({ nombre }) => nombre);
    const failures = failuresOf(error, names);
    const isTaken = error instanceof RegistryError && error.status === 409;
    if (!unico || !isTaken || failures.rest.length === 0) return failures;
    return { fields: { ...failures.fields, [unico]: failures.rest.join(' ') }, rest: [] };
  };

  /** Somebody else was quicker. The fields that only they changed are taken over. Of those that both changed, one is chosen. */
  const compare = async (again: () => Promise<Leido>) => {
    try {
      const now = await again();
      const mine = changes(base.valores, values);
      const merged = { ...now.valores, ...mine };
      const met = campos.flatMap((campo): Choque[] => {
        const { nombre } = campo;
        const [antes, actual] = [base.valores[nombre] ?? null, now.valores[nombre] ?? null];
        if (antes === actual) return [];
        if (!(nombre in mine)) return [{ campo, antes, actual }];
        return mine[nombre] === actual
          ? []
          : [{ campo, antes, actual, suyo: mine[nombre] ?? null }];
      });
      setBase(now);
      setValues(merged);
      if (met.length > 0) return setChoques(met);
      // The other person's change is not in this form, or it was one's own change whose answer had been lost.
      const left = changes(now.valores, merged);
      if (Object.keys(left).length > 0) await guarda(left, now.etag ?? '*');
      finish();
    } catch (error) {
      setFallas(fallasOf(error));
    }
  };

  return (
    <Formulario
      fallas={fallas}
      etiquetas={Object.fromEntries(campos.map(({ nombre, etiqueta }) => [nombre, etiqueta]))}
      onSubmit={() => {
        if (!isPending && !isOffline) void save();
      }}
    >
      {choques.length > 0 && <Conflicto choques={choques} values={values} onChoose={change} />}
      {children}
      {campos.map((campo) => (
        <Entrada
          key={campo.nombre}
          campo={campo}
          value={values[campo.nombre] ?? null}
          error={fallas.fields[campo.nombre]}
          onChange={(value) => change(campo.nombre, value)}
        />
      ))}
      {despues}
      <footer>
        <Boton tono="principal" type="submit" isPending={isPending} isDisabled={isOffline}>
          {accion}
        </Boton>
        <Boton onPress={onClose}>Cancelar</Boton>
      </footer>
    </Formulario>
  );
}

/** A field as the registry takes it; digits that are no number go as they are, and it says what is wrong with them. */
function written({ nombre, tipo, esOpcional, vacio }: Campo, values: Valores): Valor {
  const value = values[nombre] ?? null;
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (text === '' && esOpcional) return vacio ?? null;
  if (tipo === 'porciento') return readPorciento(value);
  return tipo === 'entero' && /^\d+$/.test(text) ? Number(text) : value;
}

function shown({ opciones, tipo }: Campo, value: Valor): string {
  if (tipo === 'casilla') return value ? 'sí' : 'no';
  if (value === null || value === '') return 'nada';
  if (tipo === 'monto' && typeof value === 'number') return money(value);
  if (tipo === 'fecha') return dayInWords(String(value));
  return `«${opciones?.find(({ id }) => id === value)?.nombre ?? value}»`;
}

/** Shows the fields that somebody else has changed meanwhile. Those typed here stay, unless one chooses otherwise. */
function Conflicto({
  choques,
  values,
  onChoose,
}: {
  choques: Choque[];
  values: Valores;
  onChoose: (nombre: string, value: Valor) => void;
}) {
  const taken = choques.filter(({ suyo }) => suyo === undefined);
  return (
    <Aviso tono="error">
      <p>
        Otra persona cambió este registro mientras usted lo tenía abierto. Revise y vuelva a
        guardar.
      </p>
      {taken.length > 0 && (
        <ul>
          {taken.map(({ campo, antes, actual }) => (
            <li key={campo.nombre}>
              {campo.etiqueta}: era {shown(campo, antes)} y ahora es {shown(campo, actual)}; así
              queda.
            </li>
          ))}
        </ul>
      )}
      {choques.map(({ campo, antes, actual, suyo }) =>
        suyo === undefined ? null : (
          <RadioGroup
            key={campo.nombre}
            value={values[campo.nombre] === actual ? 'actual' : 'suyo'}
            onChange={(choice) => onChoose(campo.nombre, choice === 'actual' ? actual : suyo)}
          >
            <Label>
              {campo.etiqueta}: era {shown(campo, antes)}
            </Label>
            <Radio value="suyo" className={css.opcionConflicto}>
              <span>Conservar lo que usted escribió: {shown(campo, suyo)}</span>
            </Radio>
            <Radio value="actual" className={css.opcionConflicto}>
              <span>Tomar lo que guardó la otra persona: {shown(campo, actual)}</span>
            </Radio>
          </RadioGroup>
        ),
      )}
    </Aviso>
  );
}

function Entrada({
  campo: { nombre, etiqueta, tipo, ayuda, esOpcional = false, opciones = [] },
  value,
  error,
  onChange,
}: {
  campo: Campo;
  value: Valor;
  error: string | undefined;
  onChange: (value: Valor) => void;
}) {
  const common = {
    etiqueta,
    isRequired: !esOpcional,
    'data-campo': nombre,
    ...(ayuda ? { ayuda } : {}),
    ...(error ? { error } : {}),
  };
  const choose = (key: string | number | null) => onChange(key);
  switch (tipo) {
    case 'casilla':
      return (
        <Casilla isSelected={value === true} onChange={onChange} ayuda={ayuda}>
          {etiqueta}
        </Casilla>
      );
    case 'seleccion':
      return (
        <CampoSeleccion
          {...common}
          ayuda={ayuda ?? opciones.find(({ id }) => id === value)?.detalle}
          isRequired
          opciones={esOpcional ? [{ id: NOTHING, nombre: 'Sin indicar' }, ...opciones] : opciones}
          value={(value as string | number | null) ?? (esOpcional ? NOTHING : null)}
          onChange={(key) => choose(key === NOTHING ? null : key)}
        />
      );
    case 'combo':
      return (
        <CampoCombo
          {...common}
          opciones={opciones}
          value={value as string | number | null}
          onChange={choose}
        />
      );
    case 'monto':
      return (
        <CampoMonto
          {...common}
          name={nombre}
          value={value as number | string | null}
          onChange={onChange}
        />
      );
    default:
      return (
        <CampoTexto
          {...common}
          name={nombre}
          value={String(value ?? '')}
          onChange={onChange}
          {...(tipo in TYPES ? { type: TYPES[tipo] as string } : {})}
          {...(tipo === 'largo' ? { renglones: 3 } : {})}
          entrada={{
            autoComplete: 'off',
            ...(tipo === 'entero' ? { inputMode: 'numeric' as const } : {}),
            ...(tipo === 'porciento' ? { inputMode: 'decimal' as const } : {}),
          }}
        />
      );
  }
}

/** The browser's own kinds of lines. */
const TYPES: Partial<Record<Campo['tipo'], string>> = { correo: 'email', fecha: 'date' };

/** The key of the option that stands for null. */
const NOTHING = '';
