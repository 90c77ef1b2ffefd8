import type { ComponentProps } from 'react';
import { Dialog, DialogTrigger } from 'react-aria-components';
import { useLimites } from '../../core/catalogos.ts';
import type { PropsDeIrALugar } from '../../core/obras/lista/mapa.ts';
import type { Destino } from '../../core/obras/lugar-buscado.ts';
import { Boton } from '../../core/piezas/boton.tsx';
import { Esqueleto } from '../../core/piezas/estados.tsx';
import { Flotante } from '../../core/piezas/flotante.tsx';
import { lazyPart, PartMissing } from '../../core/piezas/parte.tsx';
import css from './ir-a-lugar.module.css';

const WAITING = <Esqueleto renglones={2} />;
const BuscadorLugar = lazyPart(
  async () => ({ default: (await import('./buscador-lugar.tsx')).BuscadorLugar }),
  WAITING,
);

/** The zoom at a place that is a point: streets have their names there. */
const NEAR = 16;

/** A place as the page's address has it. */
const written = (destino: Destino): string =>
  'bbox' in destino ? destino.bbox.join() : [...destino.position, NEAR].join();

/** A button that opens the place finder. The finder's code is fetched then. */
export function IrALugar({
  palabras,
  cerca,
  soloIcono,
  isMarked,
  onGo,
  onUnmark,
}: PropsDeIrALugar) {
  return (
    <DialogTrigger>
      <Boton icono="punto" soloIcono={soloIcono}>
        Ir a un lugar
      </Boton>
      <Flotante placement="bottom">
        <Dialog className={css.irALugar} aria-label="Ir a un lugar">
          {({ close }) => (
            <>
              <Buscador
                inicial={palabras ?? ''}
                cerca={cerca}
                onGo={(destino, nombre) => {
                  close();
                  onGo(
                    written(destino),
                    'position' in destino ? { ...destino, nombre } : undefined,
                  );
                }}
              />
              {isMarked && (
                <Boton
                  onPress={() => {
                    close();
                    onUnmark();
                  }}
                >
                  Quitar la marca del mapa
                </Boton>
              )}
            </>
          )}
        </Dialog>
      </Flotante>
    </DialogTrigger>
  );
}

function Buscador(props: Pick<ComponentProps<typeof BuscadorLugar>, 'inicial' | 'cerca' | 'onGo'>) {
  const { data: limites, error } = useLimites();
  if (error) return <PartMissing />;
  return limites ? <BuscadorLugar {...props} limites={limites} autoFocus /> : WAITING;
}
