import { Children, Fragment, useEffect } from 'react';
import { Link } from 'wouter';
import { GLOSARIO } from '../../../src/features/seguimiento/glosario.ts';
import { ajustes } from '../../core/ajustes.ts';
import { AYUDAS } from '../../core/ayuda.ts';
import { useMisDependencias } from '../../core/derechos.ts';
import { ended } from '../../core/formato.ts';
import { cameBack, Pagina } from '../../core/piezas/pagina.tsx';
import { hasPage } from '../../core/rutas.tsx';
import { useIsAdmin, useSession } from '../../core/usar.ts';
import css from './ayuda.module.css';

/** The portal's uses, its keys, the sources of its data, and the state of its accessibility. Open to everybody. */
export default function Ayuda() {
  const session = useSession();
  const isAdmin = useIsAdmin();
  const isClerk = (useMisDependencias()?.length ?? 0) > 0;
  // A screen's word leads to its meaning. Somebody who comes back finds the place again instead.
  useEffect(() => {
    const word = cameBack() ? null : document.getElementById(location.hash.slice(1));
    word?.scrollIntoView();
    word?.focus({ preventScroll: true });
  }, []);
  return (
    <Pagina titulo="Ayuda" ancho="texto">
      <div className={css.pagina}>
        <QueHacer hasSession={session !== null} isClerk={isClerk} isAdmin={isAdmin} />
        <Glosario />
        <Teclas />
        <Fuentes />
        {Children.toArray(AYUDAS.map(({ seccion }) => seccion))}
        <ParaProgramas />
        <Accesibilidad />
      </div>
    </Pagina>
  );
}

const QueHacer = ({
  hasSession,
  isClerk,
  isAdmin,
}: {
  hasSession: boolean;
  isClerk: boolean;
  isAdmin: boolean;
}) => (
  <section>
    <h2>Qué puede hacer aquí</h2>
    <ul>
      <li>
        <strong>Encontrar obras.</strong> En <Link href="/obras">Obras</Link> escriba palabras del
        nombre, la clave o la descripción, con o sin acentos, y elija municipio, estatus, año o
        dependencia; «Más» tiene el tipo, el monto y los demás filtros.{' '}
        {AYUDAS.map(({ encontrar }) => encontrar && `${encontrar} `)}La dirección de la página
        guarda los filtros: cópiela para volver a ellos o enviarla a otra persona.
      </li>
      <li>
        <strong>Leer una obra.</strong> Su ficha dice cuánto, quién, cuándo y dónde, con las
        coordenadas escritas. Se imprime en tamaño carta, y «Compartir» o «Copiar enlace» la envía a
        otra persona.
      </li>
      {hasSession && (
        <li>
          <strong>Guardar favoritas.</strong> Marque una obra con la estrella y la encontrará en
          Favoritas. Las ven usted y los administradores.
        </li>
      )}
      {isClerk && (
        <li>
          <strong>Reportar avances.</strong> En <Link href="/mis-obras">Mis obras</Link> están las
          de sus dependencias, con las que llevan más tiempo sin reporte primero.
          {hasPage('/importar/avances') && (
            <>
              {' '}
              También se reportan muchas con una{' '}
              <Link href="/importar/avances">hoja de cálculo</Link>.
            </>
          )}
        </li>
      )}
      {Children.toArray(AYUDAS.map(({ uso }) => uso))}
      {isAdmin && (
        <li>
          <strong>Registrar y corregir</strong>, como administrador: obras, catálogos y usuarios. Si
          otra persona cambió lo mismo mientras usted lo editaba, el portal le muestra ambos cambios
          antes de guardar. El historial de cada obra y la <Link href="/bitacora">bitácora</Link>{' '}
          dicen quién cambió qué y cuándo.
        </li>
      )}
    </ul>
  </section>
);

/** The words of the screens, each at an address of its own. */
const Glosario = () => (
  <section>
    <h2>Qué quieren decir las palabras</h2>
    <dl>
      {Object.entries(GLOSARIO).map(([id, [termino, definicion]]) => (
        <div key={id} id={id} tabIndex={-1}>
          <dt>
            <strong>{termino}</strong>
          </dt>
          <dd>{definicion}</dd>
        </div>
      ))}
    </dl>
  </section>
);

const TECLAS = AYUDAS.flatMap(({ teclas = [] }) => teclas).sort((a, b) => a.place - b.place);

const Teclas = () => (
  <section>
    <h2>Teclas</h2>
    <p>
      Todo se hace sin ratón. <kbd>Tab</kbd> pasa al siguiente control y <kbd>Mayús</kbd> +{' '}
      <kbd>Tab</kbd> al anterior; <kbd>Intro</kbd> o <kbd>Espacio</kbd> lo usan; <kbd>Esc</kbd>{' '}
      cierra lo que se abrió. Las demás sólo actúan donde está el foco.
    </p>
    {TECLAS.map(({ donde, teclas, nota }) => (
      <Fragment key={donde}>
        <h3>{donde}</h3>
        <dl className={css.teclas}>
          {teclas.map(([nombres, que]) => (
            <Fragment key={que}>
              <dt>
                {nombres.split(' ').map((nombre) => (
                  <kbd key={nombre}>{nombre}</kbd>
                ))}
              </dt>
              <dd>{que}</dd>
            </Fragment>
          ))}
        </dl>
        {nota && <p>{nota}</p>}
      </Fragment>
    ))}
  </section>
);

const Fuentes = () => (
  <section>
    <h2>De dónde vienen los datos</h2>
    <ul>
      <li>{ended(`Publica este registro: ${ajustes().publicador}`)}</li>
      <li>
        Las obras las registran las dependencias. Los montos son el presupuesto en pesos mexicanos.
      </li>
      <li>
        Municipios y localidades: INEGI, Censo de Población y Vivienda 2020 (ITER) y Marco
        Geoestadístico. Elaboración propia con datos de INEGI.
      </li>
      <li>
        Obras federales de demostración: SHCP, <em>Obra Pública Abierta</em> (Transparencia
        Presupuestaria), Libre Uso MX.
      </li>
      <li>
        Longitudes y áreas de la ficha se calculan sobre una esfera: difieren de una medición
        geodésica en menos de 1&nbsp;%.
      </li>
      <li>
        El portal está hecho con programas libres de otras personas; aquí están{' '}
        <a href="/portal/licencias.txt">sus nombres y licencias</a>.
      </li>
    </ul>
  </section>
);

const ParaProgramas = () => (
  <section>
    <h2>Los datos para programas</h2>
    <ul>
      <li>
        <a href="/docs">/docs</a>: la documentación del API. Este portal no usa nada que no esté
        ahí.
      </li>
      {Children.toArray(AYUDAS.map(({ programas }) => programas))}
    </ul>
    <p>
      {ajustes().lecturaPublica
        ? 'Se leen sin cuenta.'
        : 'Un programa los lee con el token de un usuario; /docs dice cómo obtenerlo.'}
    </p>
  </section>
);

const Accesibilidad = () => (
  <section>
    <h2>Accesibilidad</h2>
    <p>
      El portal busca cumplir las Pautas de Accesibilidad para el Contenido Web (WCAG) 2.2, nivel
      AA. Es una meta revisada por quienes lo hicieron, no una certificación.
    </p>
    <ul>
      <li>
        <strong>Se probó</strong> en Chromium, a 360, 768 y 1440 pixeles de ancho: cada página con
        la herramienta axe, y sus tareas sólo con el teclado. Las letras son del tamaño que usted
        elija en su navegador, hasta el doble. Ningún dato depende sólo del color, y todo lo que
        dicen los mapas está también en texto.
      </li>
      <li>
        <strong>No se ha probado</strong> con lectores de pantalla, ni en Firefox, Safari o
        teléfonos reales.
      </li>
      <li>
        <strong>Si algo le impide usarlo</strong>, dígalo a quien administra el registro: con la
        dirección de la página y lo que intentaba hacer basta.
      </li>
    </ul>
  </section>
);
