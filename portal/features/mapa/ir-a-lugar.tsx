import type { ComponentProps } from 'react';
import { Dialog, DialogTrigger } from 'react-aria-components';
import { useLimites } from '../../core/catalogos.ts';
import type { PropsDeIrALugar } from '../../core/obras/lista/mapa.ts';
import { Boton } from '../../core/piezas/boton.tsx';
import { Esqueleto } from '../../core/piezas/estados.tsx';
import { Flotante } from '../../core/piezas/flotante.tsx';
import { lazyPart, PartMissing } from '../../core/piezas/parte.tsx';
import { written } from './destinos.ts';
import css from './ir-a-lugar.module.css';

const WAITING = <Esqueleto renglones={2} />;
const BuscadorLugar = lazyPart(
  async () => ({ default: (await import('./buscador-lugar.tsx')).BuscadorLugar }),
  WAITING,
);

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
