import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { api, read, type Schema } from '../../api.ts';
import { newKey } from '../../azar.ts';
import { announce } from '../../piezas/avisos.tsx';
import { Boton, EnlaceBoton } from '../../piezas/boton.tsx';
import { Pagina } from '../../piezas/pagina.tsx';
import piezas from '../../piezas/piezas.module.css';
import { useReread } from '../../piezas/releer.ts';
import { SE_CONSERVA } from '../../records/borrador.ts';
import { keepBorrador, removeBorrador } from '../../records/borradores.ts';
import { OfertaBorrador } from '../../records/oferta-borrador.tsx';
import { useRecord } from '../../records/record.tsx';
import { PieDeEnvio } from '../../records/save.tsx';
import type { Session } from '../../sesiones.ts';
import { useSession } from '../../usar.ts';
import { type BorradorDeObra, type Leida, nameOf, newBorradores, OBRA } from './borrador.ts';
import { useDudas } from './dudas.tsx';
import { FormularioObra } from './formulario-obra.tsx';
import { readLeida } from './lectura.ts';
import { type Rechazo, rechazoOf } from './rechazo.ts';
import { bodyOfNew, SIN_VALORES, type Valores, withIds } from './valores.ts';

/** A work that is begun: its draft's key, the first values, and the draft where it is gone on with. */
interface Abierta {
  de: string;
  inicial: Valores;
  borrador?: BorradorDeObra;
}

const newObra = (inicial = SIN_VALORES): Abierta => ({ de: `nueva-${newKey()}`, inicial });
const draftOf = (borrador: BorradorDeObra): Abierta => ({
  de: borrador.de,
  inicial: borrador.valores,
  borrador,
});

/** `/obras/nueva`: registers a work. Works whose registering was interrupted are offered first. */
export default function Registrar() {
  const { user } = useSession() as Session;
  const continued = new URLSearchParams(useSearch()).get('continuar');
  const [drafts] = useState(() => newBorradores(user.id));
  const [offered, setOffered] = useState(() => drafts.filter(({ de }) => de !== continued));
  const [abierta, setAbierta] = useState(() => {
    const draft = drafts.find(({ de }) => de === continued);
    return draft ? draftOf(draft) : newObra();
  });
  const [, navigate] = useLocation();

  return (
    <Pagina titulo="Registrar una obra">
      {offered.map((borrador) => (
        <OfertaBorrador
          key={borrador.de}
          instante={borrador.instante}
          nombre={nameOf(borrador.valores)}
          onContinue={() => {
            setOffered(offered.filter((one) => one !== borrador));
            setAbierta(draftOf(borrador));
          }}
          onDiscard={() => {
            removeBorrador(user.id, borrador.de);
            setOffered(offered.filter((one) => one !== borrador));
          }}
        />
      ))}
      <Registro
        key={abierta.de}
        {...abierta}
        onDone={(obra, isMore) => {
          announce(`Se registró la obra «${obra.nombre}» con el número ${obra.numeroObra}.`);
          if (!isMore) return navigate(`/obras/${obra.id}`);
          const { ejercicioFiscalId, dependenciaId, municipioId } = obra;
          setAbierta(newObra({ ...SIN_VALORES, ejercicioFiscalId, dependenciaId, municipioId }));
          document.querySelector('h1')?.focus();
        }}
      />
    </Pagina>
  );
}

/** @param onDone called with the work, and whether another one is to be registered right after */
function Registro({
  de,
  inicial,
  borrador,
  onDone,
}: Abierta & { onDone: (obra: Schema<'Obra'>, isMore: boolean) => void }) {
  const { user } = useSession() as Session;
  const reread = useReread();
  const [, navigate] = useLocation();
  const record = useRecord<Valores, Leida, Schema<'Obra'>, Rechazo>({
    ...OBRA,
    de,
    inicial,
    borrador,
    bodyOf: bodyOfNew,
    create: (body: Schema<'NuevaObra'>, clave) =>
      read(api.POST('/obras', { body, params: { header: { 'idempotency-key': clave } } })),
    refusalOf: rechazoOf,
    onDone: () => {},
    // It was sent and registered, and something was written after that: a correction goes on with it.
    async onMade({ id }, sent, valores) {
      const leida = await record.save.send(() => readLeida(id));
      const de = String(id);
      const written = withIds(valores, sent, leida.obra);
      keepBorrador(user.id, { de, instante: Date.now(), valores: written, leida });
      announce('Lo que envió antes sí quedó registrado. Guarde aquí lo que cambió después.');
      navigate(`/obras/${de}/editar?continuar=1`);
    },
  });
  const { valores, setValores, draft, save, isChanged } = record;
  const dudas = useDudas(
    valores,
    setValores,
    undefined,
    (isMore: boolean) =>
      void record.submit((obra) => {
        void reread();
        if (obra) onDone(obra, isMore);
      }),
  );
  const submit = (isMore: boolean) => {
    if (!save.isBusy) dudas.submit(isMore);
  };

  return (
    <FormularioObra
      valores={valores}
      onChange={setValores}
      rechazo={record.rechazo}
      onSubmit={() => submit(false)}
    >
      <PieDeEnvio save={save} isStored={draft.isStored} accion="Registrar la obra">
        <Boton onPress={() => submit(true)} isDisabled={save.isBusy || save.estado.que !== 'nada'}>
          Registrar y seguir con otra
        </Boton>
        <EnlaceBoton
          href="/obras"
          tono="discreto"
          onClick={() => isChanged && announce(SE_CONSERVA)}
        >
          Salir sin registrar
        </EnlaceBoton>
      </PieDeEnvio>
      {isChanged && (
        <p className={piezas.ayuda}>
          Lo que escribe se conserva en este equipo, sólo para su cuenta, hasta que la obra quede
          registrada.
        </p>
      )}
      {dudas.ventana}
    </FormularioObra>
  );
}
