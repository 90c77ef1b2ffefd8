import { Link } from 'wouter';
import { Estatus } from '../../estatus.tsx';
import { Boton, EnlaceBoton } from '../../piezas/boton.tsx';
import { Esqueleto, Falla } from '../../piezas/estados.tsx';
import { ImporteBreve } from '../../piezas/importe.tsx';
import piezas from '../../piezas/piezas.module.css';
import { useIsAdmin } from '../../usar.ts';
import { useObraElegida } from '../consultas.ts';
import { Estrella } from '../estrella.tsx';
import { useFavoritas } from '../favoritas.ts';
import css from './explorar.module.css';
import { EnTarjeta } from './partes.ts';

/** The id of the button that closes the card. */
export const CIERRA_TARJETA = 'cerrar-la-tarjeta';

/** The chosen work in short, over the map: beside it on a wide screen, from below on a phone. */
export function Tarjeta({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: obra, error, refetch } = useObraElegida(id);
  const favoritas = useFavoritas();
  const isAdmin = useIsAdmin();
  return (
    <section className={`${piezas.caja} ${css.tarjetaObra}`} aria-label="Obra elegida">
      <Boton
        id={CIERRA_TARJETA}
        tono="discreto"
        icono="cerrar"
        soloIcono
        className={css.cierra}
        onPress={onClose}
      >
        Cerrar la tarjeta
      </Boton>
      {error && <Falla error={error} onRetry={() => void refetch()} />}
      {!obra && !error && <Esqueleto renglones={3} alto={28} />}
      {obra && (
        <>
          <h2>
            <Link href={`/obras/${obra.id}`}>{obra.nombre}</Link>
          </h2>
          <p className={piezas.ayuda}>
            {obra.claveUnica}, {obra.municipio.nombre}, {obra.ejercicioFiscal.anio}
          </p>
          <p className={`${piezas.enFila} ${piezas.aLosLados} ${css.datos}`}>
            <Estatus {...obra.estatusObra} />
            <ImporteBreve monto={obra.monto} />
          </p>
          <EnTarjeta obra={obra} />
          <p className={piezas.ayuda}>{obra.dependencia.nombre}</p>
          {obra.ubicaciones.length === 0 && (
            <p className={piezas.ayuda}>No tiene ubicaciones registradas: no está en el mapa.</p>
          )}
          <div className={piezas.acciones}>
            <EnlaceBoton href={`/obras/${obra.id}`} tono="principal">
              Ver la ficha
            </EnlaceBoton>
            {isAdmin && (
              <EnlaceBoton href={`/obras/${obra.id}/editar`} icono="editar">
                Editar
              </EnlaceBoton>
            )}
            {favoritas && (
              <Estrella
                obra={obra}
                isFavorita={favoritas.isFavorita(obra.id)}
                onToggle={favoritas.toggle}
              />
            )}
          </div>
        </>
      )}
    </section>
  );
}
