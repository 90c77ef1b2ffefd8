import { useRef } from 'react';
import { useOpciones } from '../../core/catalogos.ts';
import { counted } from '../../core/formato.ts';
import { Aviso } from '../../core/piezas/avisos.tsx';
import { Boton } from '../../core/piezas/boton.tsx';
import { Falla } from '../../core/piezas/estados.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import { useLostConnection } from '../../core/usar.ts';
import { Cambios } from './cambios.tsx';
import { Columnas } from './columnas.tsx';
import { useClase } from './de-clase.tsx';
import type { Archivo, Informe, Opciones } from './eleccion.ts';
import { CAMINOS, type Camino, missingFor } from './falta.ts';
import { Agregados, EquivalenciasDichas, Grupos } from './grupos.tsx';
import css from './importar.module.css';
import { Muestra } from './muestra.tsx';
import { Cuentas, Observaciones } from './observaciones.tsx';
import { withColumns } from './opciones.ts';
import { OpcionesDeImportacion } from './opciones.tsx';
import { withoutProposals } from './remedios.ts';
import { Descargas } from './resultado.tsx';
import { counting } from './trabajo.ts';

/** The registry's review of the file: the outcome with these options, and its time. */
export interface Revision {
  informe: Informe;
  opciones: Opciones;
  hora: Date;
}

/** The second step: the outcome of an import, and the options that change it. */
export function Decision({
  revision: { informe, opciones: reviewed },
  archivo,
  opciones,
  onReview,
  onWrite,
  onOptions,
}: {
  revision: Revision;
  archivo: Archivo;
  opciones: Opciones;
  onReview: () => void;
  onWrite: () => void;
  onOptions: (opciones: Opciones) => void;
}) {
  const isOffline = useLostConnection() !== null;
  const clase = useClase();
  const catalogos = useOpciones();
  const isStale = counting(opciones) !== counting(reviewed);
  const { filas, creadas, actualizadas, rechazadas } = informe;
  const written = creadas + actualizadas;
  const isStopped = rechazadas > 0 && !reviewed.parcial;
  const elegir = { opciones, onOptions };
  const falta = missingFor({ informe, isParcial: reviewed.parcial, isStale, isOffline });
  const primero = useRef<HTMLLIElement>(null);
  const parcial = useRef<HTMLLabelElement>(null);
  const revisar = useRef<HTMLButtonElement>(null);
  const leadTo = (camino: Camino) => {
    const place = { errores: primero, parcial, revisar }[camino].current;
    if (!place) return;
    const folded = place.closest('details');
    if (folded) folded.open = true;
    (place.querySelector<HTMLElement>('input, button') ?? place).focus();
    place.scrollIntoView({ block: 'center' });
  };
  return (
    <>
      <section className={piezas.tarjeta} aria-labelledby="titulo-revision">
        <h2 id="titulo-revision">
          Qué pasaría con {counted(filas, 'fila', 'filas')}: todavía no se escribe nada
        </h2>
        <Cuentas informe={informe} />
        {isStopped ? (
          <Aviso tono="error">
            No se puede importar: {counted(rechazadas, 'fila tiene', 'filas tienen')} errores. Abajo
            se explica cada uno: elija ahí cómo se resuelve, corrija el archivo y elíjalo otra vez,
            o importe sólo las filas correctas.
          </Aviso>
        ) : filas === 0 ? (
          informe.grupos.length === 0 && (
            <Aviso>
              El archivo no tiene filas con datos: {clase.escriba}, guárdelo y elíjalo otra vez.
            </Aviso>
          )
        ) : (
          written === 0 && <Aviso>{clase.igual(rechazadas === 0)}</Aviso>
        )}
        <div className={`${piezas.acciones} ${css.acciones}`}>
          <Boton
            tono={isStale ? 'normal' : 'principal'}
            icono="importar"
            onPress={onWrite}
            isDisabled={isOffline || isStale || isStopped || written === 0}
          >
            {written === 0 ? 'Importar' : `Importar ${clase.cuantas(written)}`}
          </Boton>
          {falta && (
            <>
              <p>{falta.frase}</p>
              {falta.caminos.map((camino) => (
                <Boton key={camino} onPress={() => leadTo(camino)}>
                  {CAMINOS[camino]}
                </Boton>
              ))}
            </>
          )}
          <Descargas
            archivo={archivo.nombre}
            informe={informe}
            enviado={{ archivo, opciones: reviewed }}
          />
        </div>
      </section>
      {catalogos.isPending && catalogos.error && (
        <Falla error={catalogos.error} onRetry={catalogos.refetch} />
      )}
      <Grupos informe={informe} elegir={elegir} primero={primero} />
      <Cambios informe={informe} />
      <Agregados informe={informe} elegir={elegir} />
      <Muestra informe={informe} />
      <EquivalenciasDichas dichas={reviewed.valores} informe={informe} {...elegir} />
      <OpcionesDeImportacion opciones={opciones} onChange={onOptions} parcial={parcial} />
      <Columnas
        columnas={informe.columnas}
        named={opciones.columnas}
        onName={(columnas) => onOptions(withColumns(opciones, columnas))}
      />
      <Observaciones informe={informe} />
      {isStale && (
        <div className={`${css.porRevisar} ${piezas.enFila} ${piezas.aLosLados}`} role="status">
          <p>Tiene cambios sin aplicar: revise de nuevo el archivo.</p>
          <div className={piezas.acciones}>
            <Boton onPress={() => onOptions(withoutProposals(reviewed, opciones))}>Deshacer</Boton>
            <Boton tono="principal" onPress={onReview} isDisabled={isOffline} ref={revisar}>
              Revisar de nuevo
            </Boton>
          </div>
        </div>
      )}
    </>
  );
}
