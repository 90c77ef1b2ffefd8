import { type ReactNode, useEffect, useRef, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { flushSync } from 'react-dom';
import { Link, useParams, useSearch } from 'wouter';
import {
  type Duda,
  dayOfFoto,
  doubtOf,
  proposed,
} from '../../../src/features/archivos/fotos/dia-en-palabras.ts';
import { placeIn } from '../../core/cuenta/volver.ts';
import { useCaptura } from '../../core/derechos.ts';
import { RegistryError } from '../../core/errores.ts';
import { counted } from '../../core/formato.ts';
import { type Obra, useObra } from '../../core/obras/obra.ts';
import { Aviso } from '../../core/piezas/avisos.tsx';
import { Boton, EnlaceBoton } from '../../core/piezas/boton.tsx';
import { CampoFecha } from '../../core/piezas/campo-fecha.tsx';
import { CampoSeleccion, CampoTexto, Casilla } from '../../core/piezas/campos.tsx';
import { Esqueleto, Falla } from '../../core/piezas/estados.tsx';
import { Pagina, VUELVE } from '../../core/piezas/pagina.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import { useReread } from '../../core/piezas/releer.ts';
import type { Session } from '../../core/sesiones.ts';
import { useLostConnection, useSession } from '../../core/usar.ts';
import { Archivo as ETIQUETAS } from '../../generado/etiquetas.ts';
import { useSeguimiento } from '../seguimiento/consultas.ts';
import { SinCaptura } from '../seguimiento/sin-captura.tsx';
import { avancesOf } from './campos.ts';
import {
  addFotos,
  changePendientes,
  dropPendiente,
  openCola,
  prepareFotos,
  sendPendientes,
  useCola,
} from './cola.ts';
import type { Pendiente } from './estados.ts';
import css from './fotos.module.css';
import { useObjectUrl } from './imagen.tsx';
import { CUIDE_FOTOS, fotoFor } from './palabras.ts';

/** `/obras/:id/fotos`: adds photos to a work, from a phone's camera or from what it has, with or without a network. */
export default function Fotos() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useObra(id);
  const titulo = 'Agregar fotos';
  if (!data) {
    return (
      <Pagina titulo={titulo} ancho="texto">
        {error ? <Falla error={error} onRetry={() => void refetch()} /> : <Esqueleto />}
        {error instanceof RegistryError && error.status === 404 && <SinObra obraId={Number(id)} />}
      </Pagina>
    );
  }
  const { obra } = data;
  return (
    <Pagina
      titulo={titulo}
      ancho="texto"
      antetitulo={<Link href={`/obras/${obra.id}`}>{obra.nombre}</Link>}
    >
      <DeLaObra key={obra.id} obra={obra} />
    </Pagina>
  );
}

/** The kinds of photos that the registry takes: asked for these, an iPhone gives no HEIC. */
const TIPOS = ['image/jpeg', 'image/png', 'image/webp'];

const NINGUNO = 'ninguno';

/** The queue of the session's user, whose photos are made small while this page is open. */
function useOwnCola() {
  const { user } = useSession() as Session;
  useEffect(() => void openCola(user.id).then(prepareFotos), [user.id]);
  return useCola();
}

/** The photos of a work that is gone: the registry takes them no more, and nobody else has them. */
function SinObra({ obraId }: { obraId: number }) {
  const own = useOwnCola().pendientes.filter((one) => one.obraId === obraId);
  if (own.length === 0) return null;
  return (
    <div className={piezas.pila}>
      <p>
        {counted(own.length, 'foto', 'fotos')} de esta obra sin enviar: guárdelas en este equipo si
        las necesita, y quítelas de aquí.
      </p>
      <ul className={css.lista}>
        {own.map((foto) => (
          <Suelta key={foto.id} foto={foto} />
        ))}
      </ul>
    </div>
  );
}

function Suelta({ foto }: { foto: Pendiente }) {
  const src = useObjectUrl(foto.contenido);
  return (
    <li className={css.foto}>
      <img src={src} alt={foto.titulo} />
      <div>
        <a href={src} download={`${foto.titulo}.jpg`}>
          Guardar «{foto.titulo}»
        </a>
        <Quitar foto={foto} />
      </div>
    </li>
  );
}

function DeLaObra({ obra }: { obra: Obra }) {
  const captura = useCaptura(obra.dependenciaId);
  const cola = useOwnCola();
  const reread = useReread();
  const search = useSearch();
  const params = new URLSearchParams(search);
  const back = params.has('volver') ? placeIn(search) : `/obras/${obra.id}`;
  const [chosen, setChosen] = useState<number | null | undefined>(
    Number(params.get('avance')) || undefined,
  );
  const { data: seguimiento } = useSeguimiento(obra.id);

  const own = cola.pendientes.filter(({ obraId }) => obraId === obra.id);
  const sent = cola.enviadas.filter(({ obraId }) => obraId === obra.id);
  const preparing = own.filter(({ estado }) => estado === 'por preparar');
  const drafts = own.filter(({ estado }) => estado === 'borrador' || estado === 'detenida');
  const unread = cola.ilegibles.filter(({ obraId }) => obraId === obra.id);
  const wanted = chosen !== undefined ? chosen : (drafts.at(-1)?.avanceId ?? null);
  const avances = avancesOf(seguimiento, wanted);
  // Without a network it is not known which there are.
  const avanceId = !seguimiento || avances.some(({ id }) => id === wanted) ? wanted : null;
  /** The report of a photo in words, where it is another than the chosen one. */
  const otherAvance = (foto: Pendiente) => {
    if (foto.avanceId === avanceId) return '';
    if (foto.avanceId === null) return 'De ningún avance.';
    const own = avances.find(({ id }) => id === foto.avanceId);
    return own ? `Avance al ${own.nombre}.` : 'De otro avance.';
  };
  const anio = obra.ejercicioFiscal.anio;
  /** What is asked about the day of a photo, until its user has said that it is right. */
  const doubtAbout = (foto: Pendiente) =>
    foto.fecha === foto.fechaCierta ? undefined : doubtOf(foto, anio);
  const many = sent.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is sent is on other pages too
  useEffect(() => {
    if (many > 0) void reread();
  }, [many]);

  const take = (files: FileList | null) =>
    addFotos([...(files ?? [])], { obraId: obra.id, obra: obra.nombre, avanceId });

  if (!captura && own.length + many === 0) return <SinCaptura obra={obra} hasBorrador={false} />;
  return (
    <div className={piezas.pila}>
      {captura ? (
        <Elegir onChoose={(files) => void take(files)} />
      ) : (
        <SinCaptura obra={obra} hasBorrador />
      )}
      {unread.length > 0 && (
        <Aviso tono="error">
          {unread.map(({ frase }) => (
            <p key={frase}>{frase}</p>
          ))}
        </Aviso>
      )}
      {preparing.length > 0 && (
        <p role="status">Preparando {counted(preparing.length, 'foto', 'fotos')}…</p>
      )}
      <Enviadas enviadas={sent} back={back} />
      {!cola.isSaved && (
        <Aviso tono="error">
          Este navegador no deja conservar fotos: no cierre la página hasta que se hayan enviado.
        </Aviso>
      )}
      {drafts.length > 0 && avances.length > 0 && (
        <CampoSeleccion
          etiqueta="Del avance al"
          isRequired={false}
          opciones={[{ id: NINGUNO, nombre: 'De ninguno' }, ...avances]}
          value={avanceId ?? NINGUNO}
          onChange={(key) => {
            const next = key === NINGUNO ? null : Number(key);
            setChosen(next);
            void changePendientes(
              [...preparing, ...drafts].map(({ id }) => id),
              { avanceId: next },
            );
          }}
        />
      )}
      <ul className={css.lista}>
        {own
          .filter(({ estado }) => estado !== 'por preparar')
          .map((foto) => (
            <Foto
              key={foto.id}
              foto={foto}
              parte={cola.partes[foto.id]}
              avance={otherAvance(foto)}
              duda={doubtAbout(foto)}
            />
          ))}
      </ul>
      {drafts.length > 0 && captura && (
        <Enviar fotos={drafts} odd={drafts.filter((foto) => doubtAbout(foto))} />
      )}
    </div>
  );
}

/** The two ways to a photo: a phone's camera, and what the device has. */
const Elegir = ({ onChoose }: { onChoose: (files: FileList | null) => void }) => (
  <div className={`${piezas.enFila} ${css.elegir}`}>
    <span className={css.camara}>
      <FileTrigger acceptedFileTypes={TIPOS} defaultCamera="environment" onSelect={onChoose}>
        <Boton tono="principal" icono="foto">
          Tomar foto
        </Boton>
      </FileTrigger>
    </span>
    <FileTrigger acceptedFileTypes={TIPOS} allowsMultiple onSelect={onChoose}>
      <Boton icono="importar">Elegir fotos</Boton>
    </FileTrigger>
  </div>
);

function Enviar({ fotos, odd }: { fotos: Pendiente[]; odd: Pendiente[] }) {
  const isLost = useLostConnection() !== null;
  const [isAsked, setAsked] = useState(false);
  const send = () => {
    setAsked(odd.length > 0);
    const [first] = odd;
    if (first) document.getElementById(questionOf(first))?.focus();
    else void sendPendientes(fotos.map(({ id }) => id));
  };
  const many = counted(fotos.length, 'foto', 'fotos');
  return (
    <div className={css.enviar}>
      <p className={piezas.ayuda}>{CUIDE_FOTOS}</p>
      {fotos.some(({ isWhole }) => isWhole) && (
        <p className={piezas.ayuda}>
          Este navegador no deja achicar las fotos: se envían como están, y el registro les quita
          los datos de la cámara y del lugar.
        </p>
      )}
      {isAsked && odd.length > 0 && (
        <Aviso tono="error">
          Antes de enviar, responda por el día de {counted(odd.length, 'foto', 'fotos')}.
        </Aviso>
      )}
      <div className={piezas.alPulgar}>
        <Boton tono="principal" icono="importar" onPress={send}>
          {isLost ? `Enviar ${many} cuando haya conexión` : `Enviar ${many}`}
        </Boton>
      </div>
      <p className={piezas.ayuda}>
        Se conservan en este equipo, sólo para su cuenta, hasta que el registro las tenga.
      </p>
    </div>
  );
}

/** The photos that the registry has by now. */
function Enviadas({
  enviadas,
  back,
}: {
  enviadas: ReturnType<typeof useCola>['enviadas'];
  back: string;
}) {
  if (enviadas.length === 0) return null;
  const added = enviadas.filter(({ isNew }) => isNew).length;
  const known = enviadas.length - added;
  const one = (many: number, uno: string, varios: string) => (many === 1 ? uno : varios);
  return (
    <Aviso tono="bien">
      {added > 0 && (
        <p>
          Se {one(added, 'agregó', 'agregaron')} {counted(added, 'foto', 'fotos')}.
        </p>
      )}
      {known > 0 && (
        <p>
          {counted(known, 'foto', 'fotos')} ya {one(known, 'estaba', 'estaban')} en la obra.
        </p>
      )}
      <EnlaceBoton href={back} replace state={VUELVE}>
        {back.startsWith('/obras/') ? 'Ver la obra' : 'Volver'}
      </EnlaceBoton>
    </Aviso>
  );
}

/** A photo that the registry has not got yet. */
function Foto({
  foto,
  parte,
  avance,
  duda,
}: {
  foto: Pendiente;
  parte: number | undefined;
  avance: string;
  duda: Duda | undefined;
}) {
  const src = useObjectUrl(foto.contenido);
  const { titulo, fecha, publico, estado, frases = [] } = foto;
  const [isOpen, setOpen] = useState(false);
  const fields = useRef<HTMLDetailsElement>(null);
  const askForDay = () => {
    flushSync(() => setOpen(true));
    fields.current?.querySelector<HTMLInputElement>('[data-campo="fecha"] input')?.focus();
  };
  return (
    <li className={css.foto}>
      <img src={src} alt={titulo} />
      <div>
        {estado === 'por enviar' ? (
          <>
            <p>{titulo}</p>
            <Envio titulo={titulo} parte={parte} />
          </>
        ) : (
          <>
            {frases.length > 0 && <Aviso tono="error">{frases.join(' ')}</Aviso>}
            {duda && <Pregunta foto={foto} duda={duda} onOther={askForDay} />}
            <details
              ref={fields}
              open={isOpen || frases.length > 0}
              onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
            >
              <summary>{titulo}</summary>
              <Campos foto={foto} />
            </details>
            <p className={piezas.ayuda}>
              {(!fecha || titulo !== proposed(foto) || foto.fechaSegun === 'NOMBRE') &&
                `${dayOfFoto(foto)}. `}
              {fotoFor(publico)} {avance}
            </p>
            <Quitar foto={foto} />
          </>
        )}
      </div>
    </li>
  );
}

const questionOf = ({ id }: Pendiente) => `dia-${id}`;

/** Asks about an odd day: it is so, it is another, or nobody knows. */
function Pregunta({ foto, duda, onOther }: { foto: Pendiente; duda: Duda; onOther: () => void }) {
  const { id, titulo, fecha } = foto;
  const unknown = { fecha: '', fechaSegun: undefined };
  return (
    <Aviso>
      <p id={questionOf(foto)} tabIndex={-1}>
        {duda.frase}
      </p>
      <div className={piezas.enFila}>
        {duda.canBe && (
          <Boton onPress={() => void changePendientes([id], { fechaCierta: fecha })}>
            Sí, ese día
          </Boton>
        )}
        <Boton onPress={onOther}>Escribir otro</Boton>
        <Boton
          onPress={() =>
            void changePendientes([id], {
              ...unknown,
              ...(titulo === proposed(foto) && { titulo: proposed(unknown) }),
            })
          }
        >
          No se sabe
        </Boton>
      </div>
    </Aviso>
  );
}

const Quitar = ({ foto }: { foto: Pendiente }) => (
  <Boton
    tono="discreto"
    icono="eliminar"
    aria-label={`Quitar «${foto.titulo}»`}
    onPress={() => void dropPendiente(foto)}
  >
    Quitar
  </Boton>
);

/** How much of a photo has gone. */
function Envio({ titulo, parte }: { titulo: string; parte: number | undefined }) {
  const isLost = useLostConnection() !== null;
  const state: ReactNode = isLost
    ? 'Se envía sola cuando vuelva la conexión'
    : parte === undefined
      ? 'En espera de su turno'
      : parte < 1
        ? `Enviada ${Math.floor(parte * 100)} %`
        : 'El registro la está preparando';
  return (
    <>
      <progress value={parte ?? 0} aria-label={`Envío de «${titulo}»`} />
      <p className={piezas.ayuda}>{state}</p>
    </>
  );
}

/** What is said of a photo. The title follows the day until somebody gives it another. */
function Campos({ foto }: { foto: Pendiente }) {
  const { id, titulo, fecha, fechaSegun, publico } = foto;
  const change = (changes: Partial<Pendiente>) => void changePendientes([id], changes);
  return (
    <div className={piezas.apilada}>
      <CampoTexto
        etiqueta={ETIQUETAS.titulo}
        ayuda="Qué se ve: es lo que oye quien no puede verla."
        value={titulo}
        onChange={(text) => change({ titulo: text })}
      />
      <div data-campo="fecha">
        <CampoFecha
          etiqueta={ETIQUETAS.fecha}
          isRequired={false}
          ayuda={
            fechaSegun === 'NOMBRE'
              ? 'Según el nombre de su archivo: corríjala si no es la del día en que se tomó.'
              : 'El día en que se tomó; vacía si no se sabe.'
          }
          value={fecha}
          onChange={(day) =>
            change({
              ...{ fecha: day, fechaSegun: undefined },
              ...(titulo === proposed(foto) && { titulo: proposed({ fecha: day }) }),
            })
          }
        />
      </div>
      <Casilla isSelected={publico} onChange={(isPublic) => change({ publico: isPublic })}>
        Pública
      </Casilla>
    </div>
  );
}
