import { Link } from 'wouter';
import { ajustes } from '../../core/ajustes.ts';
import type { EnAyuda } from '../../core/ayuda.ts';
import { Boton } from '../../core/piezas/boton.tsx';
import { copyAddress } from '../../core/piezas/copiar.ts';
import piezas from '../../core/piezas/piezas.module.css';
import { Puerta } from '../../core/piezas/puerta.tsx';
import { hasPage } from '../../core/rutas.tsx';
import css from './qgis.module.css';

/** The steps to open the works as map layers. The names are those of QGIS in Spanish. */
function Qgis() {
  const address = `${location.origin}/ogc`;
  return (
    <section>
      <h2>Las obras en QGIS</h2>
      <ol className={css.pasos}>
        <li>
          En QGIS abra <strong>Capa › Añadir capa › Añadir capa WFS / OGC API - Features…</strong> y
          elija <strong>Nuevo</strong>.
        </li>
        <li>
          Escriba un nombre, pegue esta dirección y en <strong>Versión</strong> elija{' '}
          <strong>OGC API - Features</strong>.
          {!ajustes().lecturaPublica && (
            <>
              {' '}
              En <strong>Autenticación › Básica</strong> escriba el correo y la contraseña de su
              cuenta.
            </>
          )}
          <span className={`${piezas.enFila} ${css.direccion}`}>
            <code>{address}</code>
            <Boton
              icono="enlace"
              onPress={() => void copyAddress(address, 'Se copió la dirección de las capas.')}
            >
              Copiar la dirección
            </Boton>
          </span>
        </li>
        <li>
          Acepte, pulse <strong>Conectar</strong>, elija las capas y pulse <strong>Añadir</strong>.
        </li>
      </ol>
      <p>
        Hay una capa de puntos, una de rutas, una de polígonos y los municipios. Una obra con varias
        ubicaciones aparece varias veces, cada vez con todo su monto
        {hasPage('/resumen') && (
          <>
            : para sumar use el <Link href="/resumen">resumen</Link>
          </>
        )}
        .
      </p>
    </section>
  );
}

export const ayuda: EnAyuda = {
  seccion: <Qgis />,
  programas: (
    <li>
      <Puerta href="/ogc" />: capas para QGIS y otros programas de mapas (OGC API – Features).
    </li>
  ),
};
