import { useQueries, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { ajustes } from '../ajustes.ts';
import { useMunicipios } from '../catalogos.ts';
import { Estatus } from '../estatus.tsx';
import { grouped, moneyInWords } from '../formato.ts';
import { firstObras } from '../obras/consultas.ts';
import { NEWEST } from '../obras/filas.ts';
import { useTotales } from '../obras/totales.ts';
import { Boton } from '../piezas/boton.tsx';
import { CampoCombo, CampoTexto } from '../piezas/campos.tsx';
import { hrefOf } from '../piezas/direccion.ts';
import { Esqueleto, Falla } from '../piezas/estados.tsx';
import { Pagina } from '../piezas/pagina.tsx';
import piezas from '../piezas/piezas.module.css';
import css from './inicio.module.css';
import { CIFRAS } from './partes.ts';

/** The front page for visitors: whose registry this is, a search, four figures, the municipios, and the newest works. */
export default function Inicio() {
  return (
    <Pagina titulo="Las obras públicas de Yucatán" antetitulo={ajustes().publicador} ancho="texto">
      <p>Cuánto cuesta cada obra, cómo va y dónde está.</p>
      <Busqueda />
      <Cifras />
      <Municipios />
      <Nuevas />
    </Pagina>
  );
}

function Busqueda() {
  const [q, setQ] = useState('');
  const [, navigate] = useLocation();
  return (
    <search>
      <form
        className={css.busqueda}
        onSubmit={(event) => {
          event.preventDefault();
          navigate(hrefOf('/obras', { q: q.trim() }));
        }}
      >
        <CampoTexto
          etiqueta="Busque una obra por su nombre, calle o clave"
          type="search"
          value={q}
          onChange={setQ}
          maxLength={200}
        />
        <Boton type="submit" tono="principal" icono="buscar">
          Buscar
        </Boton>
      </form>
    </search>
  );
}

/** Each figure leads to its works. */
function Cifras() {
  const obras = useTotales({});
  const others = useQueries({ queries: CIFRAS.map(({ consulta }) => consulta) });
  const failed = [obras, ...others].find(({ error, data }) => error && !data);
  if (failed) return <Falla error={failed.error} onRetry={() => void failed.refetch()} />;
  const cifras = CIFRAS.flatMap(({ cifras }, i) => {
    const data = others[i]?.data;
    return cifras.map(({ valor, ...cifra }) => ({
      ...cifra,
      valor: data === undefined ? data : valor(data),
    }));
  });
  const total = obras.data && grouped(obras.data.total.obras);
  return (
    <dl className={css.cifras}>
      {[{ place: 10, nombre: 'obras', href: '/obras', valor: total }, ...cifras]
        .sort((a, b) => a.place - b.place)
        .map(({ nombre, href, valor = '…' }) => (
          <Cifra key={nombre} nombre={nombre} href={href}>
            {valor}
          </Cifra>
        ))}
    </dl>
  );
}

const Cifra = ({
  nombre,
  href,
  children,
}: {
  nombre: string;
  href: string;
  children: ReactNode;
}) => (
  <div>
    <dt>{nombre}</dt>
    <dd>
      <Link href={href}>{children}</Link>
    </dd>
  </div>
);

function Municipios() {
  const { data = [], error, refetch } = useMunicipios();
  const [, navigate] = useLocation();
  if (error) return <Falla error={error} onRetry={() => void refetch()} />;
  return (
    <CampoCombo
      etiqueta="Elija su municipio"
      opciones={data}
      vacio="No hay ningún municipio así."
      onChange={(id) => {
        if (id !== null) navigate(hrefOf('/obras', { municipioId: String(id) }));
      }}
    />
  );
}

function Nuevas() {
  const id = useId();
  const { data, error, refetch } = useQuery(firstObras({}, '-id', NEWEST));
  if (error) return <Falla error={error} onRetry={() => void refetch()} />;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>Las más nuevas</h2>
      {data ? (
        <ul className={css.nuevas}>
          {data.filas.map(({ id, nombre, municipio, dependencia, estatusObra, monto }) => (
            <li key={id}>
              <Link href={`/obras/${id}`}>{nombre}</Link>
              <small>
                {municipio.nombre} · {dependencia.nombre}
              </small>
              <span className={`${piezas.enFila} ${piezas.aLosLados}`}>
                <Estatus {...estatusObra} />
                <strong>{moneyInWords(monto)}</strong>
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <Esqueleto renglones={NEWEST} alto={76} />
      )}
    </section>
  );
}
