import { Link } from 'wouter';
import { counted, money } from '../../core/formato.ts';
import cssFicha from '../../core/obras/ficha/ficha.module.css';
import { Boton } from '../../core/piezas/boton.tsx';
import piezas from '../../core/piezas/piezas.module.css';
import { Termino } from '../../core/piezas/termino.tsx';
import { hasPage } from '../../core/rutas.tsx';
import { Contrato as ETIQUETAS } from '../../generado/etiquetas.ts';
import { changesOf, signed } from './cifras.ts';
import type { Contrato } from './estado.ts';
import { dayInWords, NATURALEZAS, PROCEDIMIENTOS, percent, TERMINACIONES } from './palabras.ts';
import css from './seguimiento.module.css';
import type { Tarea } from './tareas.tsx';

/** Opens a drawer; undefined for users who do not write the contracts of this work. */
type Open = ((tarea: Tarea) => void) | undefined;

/** The contracts of a work, each a card: with whom, for how much, until when, and every agreement that changed it. */
export const Contratos = ({ contratos, onOpen }: { contratos: Contrato[]; onOpen: Open }) => (
  <ul className={piezas.pila}>
    {contratos.map((contrato) => (
      <li key={contrato.id} className={`${piezas.tarjeta} ${piezas.pila} ${css.contrato}`}>
        <Tarjeta contrato={contrato} onOpen={onOpen} />
      </li>
    ))}
  </ul>
);

function Tarjeta({ contrato, onOpen }: { contrato: Contrato; onOpen: Open }) {
  const { numero, naturaleza, contratista, contratistaRfc, procedimiento, numeroProponentes } =
    contrato;
  return (
    <>
      <h4>
        {numero} <small>{NATURALEZAS[naturaleza]}</small>
      </h4>
      <p>{contrato.objeto}</p>
      <dl className={cssFicha.datos}>
        <div>
          <dt>{ETIQUETAS.contratista}</dt>
          <dd>
            {hasPage('/contratistas/:clave') ? (
              <Link href={`/contratistas/c-${contrato.id}`}>{contratista}</Link>
            ) : (
              contratista
            )}
            {contratistaRfc && <small> {contratistaRfc}</small>}
            {onOpen && contrato.avisoRfc && <p className={piezas.ayuda}>{contrato.avisoRfc}</p>}
          </dd>
        </div>
        <div>
          <dt>{ETIQUETAS.monto}</dt>
          <dd>
            <Monto contrato={contrato} />
          </dd>
        </div>
        <div>
          <dt>Plazo</dt>
          <dd>
            <Plazo contrato={contrato} />
          </dd>
        </div>
        {procedimiento && (
          <div>
            <dt>
              <Termino de="procedimiento">{ETIQUETAS.procedimiento}</Termino>
            </dt>
            <dd>
              {PROCEDIMIENTOS[procedimiento]}
              {numeroProponentes !== null && (
                <>
                  {' '}
                  (
                  <Termino de="proponentes">
                    {counted(numeroProponentes, 'proponente', 'proponentes')}
                  </Termino>
                  )
                </>
              )}
            </dd>
          </div>
        )}
        <div>
          <dt>{ETIQUETAS.fechaFirma}</dt>
          <dd>{dayInWords(contrato.fechaFirma)}</dd>
        </div>
        {contrato.anticipo !== null && (
          <div>
            <dt>
              <Termino de="anticipo">{ETIQUETAS.anticipo}</Termino>
            </dt>
            <dd>{money(contrato.anticipo)}</dd>
          </div>
        )}
        {contrato.presupuestoBase !== null && (
          <div>
            <dt>{ETIQUETAS.presupuestoBase}</dt>
            <dd>{money(contrato.presupuestoBase)}</dd>
          </div>
        )}
      </dl>
      <Terminacion contrato={contrato} />
      <Convenios contrato={contrato} onOpen={onOpen} />
      {contrato.url && (
        <p>
          <a href={contrato.url} rel="noopener noreferrer" target="_blank" className={css.suelto}>
            Ver dónde está publicado (se abre en otra pestaña)
          </a>
        </p>
      )}
      {onOpen && (
        <div className={piezas.acciones}>
          <Boton
            icono="editar"
            aria-label={`Corregir el contrato ${numero}`}
            onPress={() => onOpen({ que: 'contrato', contrato })}
          >
            Corregir
          </Boton>
          <Boton
            icono="agregar"
            aria-label={`Agregar convenio al contrato ${numero}`}
            onPress={() => onOpen({ que: 'convenio', contrato })}
          >
            Agregar convenio
          </Boton>
        </div>
      )}
    </>
  );
}

/** The amount of a contract. One that ended early without a final amount counts by what was paid, or not at all. */
const Monto = ({
  contrato: { monto, montoVigente, variacionMonto, terminacion, montoFinal },
}: {
  contrato: Contrato;
}) => (
  <>
    {monto !== montoVigente && (
      <>
        <del>
          <span className={piezas.soloOido}>Original: </span>
          {money(monto)}
        </del>{' '}
        <span className={piezas.soloOido}>Vigente: </span>
      </>
    )}
    {montoVigente !== null && money(montoVigente)}
    {(terminacion === 'ANTICIPADA' || terminacion === 'RESCISION') && montoFinal === null && (
      <>
        {montoVigente !== null && ', lo pagado; '}
        <Termino de="monto-final">falta su monto final</Termino>
      </>
    )}
    {variacionMonto !== null && variacionMonto !== 0 && (
      <small> ({signed(percent(Math.abs(variacionMonto)), variacionMonto)})</small>
    )}
  </>
);

const Plazo = ({
  contrato: { fechaInicio, fechaTermino, fechaTerminoVigente, variacionPlazo },
}: {
  contrato: Contrato;
}) => (
  <>
    Del {dayInWords(fechaInicio)} al{' '}
    {fechaTermino !== fechaTerminoVigente && (
      <>
        <del>
          <span className={piezas.soloOido}>Original: </span>
          {dayInWords(fechaTermino)}
        </del>{' '}
        <span className={piezas.soloOido}>Vigente: </span>
      </>
    )}
    {dayInWords(fechaTerminoVigente)}
    {variacionPlazo !== 0 && (
      <small> ({signed(counted(Math.abs(variacionPlazo), 'día', 'días'), variacionPlazo)})</small>
    )}
  </>
);

function Terminacion({ contrato }: { contrato: Contrato }) {
  const { terminacion, fechaTerminacion, montoFinal, fechaEntregaRecepcion, motivoTerminacion } =
    contrato;
  if (!terminacion) return null;
  return (
    <p>
      <strong>
        {terminacion === 'CONCLUIDO' ? (
          TERMINACIONES[terminacion]
        ) : (
          <Termino de="terminacion-anticipada">{TERMINACIONES[terminacion]}</Termino>
        )}
      </strong>
      {fechaTerminacion && ` el ${dayInWords(fechaTerminacion)}`}
      {montoFinal !== null && `, costó ${money(montoFinal)}`}
      {fechaEntregaRecepcion && `, entregado el ${dayInWords(fechaEntregaRecepcion)}`}.
      {motivoTerminacion && ` Por qué: ${motivoTerminacion}`}
    </p>
  );
}

function Convenios({ contrato, onOpen }: { contrato: Contrato; onOpen: Open }) {
  const { numero, convenios } = contrato;
  if (convenios.length === 0) return null;
  return (
    <section aria-label={`Convenios del contrato ${numero}`}>
      <h5>
        <Termino de="convenio">{counted(convenios.length, 'convenio', 'convenios')}</Termino>
      </h5>
      <ol className={`${piezas.pilaJunta} ${css.convenios}`}>
        {convenios.map((convenio) => (
          <li key={convenio.id}>
            <p>
              <strong>{dayInWords(convenio.fecha)}</strong>: {changesOf(convenio)}
            </p>
            <p>Por qué: {convenio.justificacion}</p>
            {onOpen && (
              <div className={piezas.acciones}>
                <Boton
                  tono="discreto"
                  icono="editar"
                  aria-label={`Corregir el convenio del ${dayInWords(convenio.fecha)}`}
                  onPress={() => onOpen({ que: 'convenio', contrato, convenio })}
                >
                  Corregir
                </Boton>
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
