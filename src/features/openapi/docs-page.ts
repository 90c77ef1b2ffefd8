import { grouped } from '../../core/base/text.ts';

// The texts of /docs besides the operations: the first steps, the meaning of a 401, and the limits. All is in Spanish,
// without the brand of the tool that draws the page.

export interface Limits {
  /** Lifetime of a token, in seconds. */
  lifetime: number;
  /** Bytes of a body at most, and other limits by the name of their resource. */
  body: number;
  bodies: Map<string, number>;
  /** Failed logins in a minute that close an account to an address, and all accounts. */
  accountFailures: number;
  addressFailures: number;
  /** Writes without a token that one address may make in a minute. */
  openWrites: number;
  /** Limits of a body: depth, lengths of lists, and fields of its objects. */
  depth: number;
  items: number;
  members: number;
}

/** The document's description, in Markdown. */
export function introduction(limits: Limits): string {
  const others = [...limits.bodies]
    .filter(([, bytes]) => bytes !== limits.body)
    .map(([resource, bytes]) => `; ${resource}: ${megabytes(bytes)}`);
  return `Registro de las obras públicas de las dependencias de un estado con 106 municipios (Yucatán): presupuesto, ejercicio fiscal, dependencia, municipio, tipo de proyecto, estatus y ubicaciones.

## Para empezar

1. En **Autenticación**, abra \`POST /auth/login\` y pulse **Probar**. Escriba su correo y su contraseña, y pulse **Ejecutar**.
2. Copie de la respuesta el valor de \`access_token\`, sin las comillas.
3. Pulse **Autorizar**, pegue el token y confirme. Las pruebas que haga en esta página lo llevan desde entonces.

Un programa envía el token en cada solicitud: \`Authorization: Bearer <access_token>\`. Vale ${lapse(limits.lifetime)}; después hay que iniciar sesión de nuevo. \`POST /auth/logout\` lo termina antes; «Quitar», en **Autorizar**, sólo lo olvida en esta página.

## Qué significa un 401

| Mensaje | Cuándo | Qué hacer |
| --- | --- | --- |
| \`Credenciales inválidas\` | Al iniciar sesión: el correo o la contraseña no son correctos, o la cuenta está desactivada. | Revíselos. Un administrador puede dar una contraseña nueva o activar la cuenta. |
| \`Unauthorized\` | En lo demás: falta el token, no es válido, ya venció, o terminó porque alguien salió con él, la contraseña cambió o la cuenta se desactivó. | Inicie sesión y use el token nuevo. |

Un 403 dice otra cosa: el token sirve, pero su usuario no tiene ese permiso.

## Límites

| Qué | Límite | Si se rebasa |
| --- | --- | --- |
| Cuerpo de una solicitud | ${megabytes(limits.body)}${others.join('')} | 413 |
| Estructura de un cuerpo | ${limits.depth} niveles; listas de ${limits.items} elementos; objetos de ${limits.members} campos | 400 |
| Inicios de sesión fallidos, por minuto | ${limits.accountFailures} con una cuenta desde una dirección; ${grouped(limits.addressFailures)} desde una dirección | 429 |
| Escrituras sin token, por minuto | ${grouped(limits.openWrites)} desde una dirección | 429 |

El encabezado \`Retry-After\` dice cuántos segundos esperar. Las longitudes de cada campo están en su esquema.

## Si sólo se puede consultar

Mientras el servidor principal de la base de datos no responde, un registro que tiene una réplica sigue respondiendo a cada \`GET\`. Lo que escribe, el inicio de sesión incluido, recibe 503 con \`Retry-After\`, y nada cambia. \`GET /health/ready\` responde entonces 200 con \`{"status":"solo-lectura"}\`, y en los demás casos 200 con \`{"status":"ok"}\`, o 503 si no puede servir nada. No lleva token.

Fuente de municipios y localidades: INEGI, Censo de Población y Vivienda 2020 (ITER) y Marco Geoestadístico; elaboración propia con datos de INEGI.`;
}

const megabytes = (bytes: number) => `${bytes / 1_048_576} MB`;

function lapse(seconds: number): string {
  const units: [seconds: number, one: string, many: string][] = [
    [3600, 'hora', 'horas'],
    [60, 'minuto', 'minutos'],
    [1, 'segundo', 'segundos'],
  ];
  const [size, one, many] = units.find(([unit]) => seconds % unit === 0) as (typeof units)[number];
  const count = seconds / size;
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** The colours of the registry; tables that fit a telephone. */
export const STYLE = `
.swagger-ui .info { margin: 24px 0; }
.swagger-ui .info .title small, .swagger-ui .info > .main > .link { display: none; }
.swagger-ui .info .renderedMarkdown { max-width: 60rem; }
.swagger-ui .info .renderedMarkdown h2 { margin: 1.6em 0 .4em; }
.swagger-ui .info .renderedMarkdown table { display: block; overflow-x: auto; }
.swagger-ui .info .renderedMarkdown :is(td, th) { vertical-align: top; padding: 6px 16px 6px 0; min-width: 4rem; }
.swagger-ui .info .renderedMarkdown :is(td, th):nth-child(2) { min-width: 10rem; }
.swagger-ui .btn.authorize { border-color: #9d2449; color: #9d2449; }
.swagger-ui .btn.authorize svg { fill: #9d2449; }
.swagger-ui .btn.execute { background-color: #9d2449; border-color: #9d2449; }
.swagger-ui .parameter__name.required::after { content: 'obligatorio'; }
/** No operation has links. */
.swagger-ui .response-col_links { display: none; }
@media (max-width: 640px) {
  .swagger-ui .wrapper { padding: 0 12px; }
  .swagger-ui .info .renderedMarkdown :is(td, th):nth-child(n) { min-width: 0; padding-right: 10px; }
  .swagger-ui .opblock-tag { flex-wrap: wrap; }
  .swagger-ui .opblock-tag small { flex-basis: 100%; order: 1; padding: 0; }
  .swagger-ui .opblock-tag > a { flex: 1; }
  .swagger-ui .responses-inner { padding: 8px; }
  .swagger-ui .response-col_status { min-width: 3rem; padding-right: 4px; }
  .swagger-ui .responses-table .headers { display: block; overflow-x: auto; }
}
`;

/** A square with a road through it. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#9d2449"/><path d="M12 32 15 0h2l3 32z" fill="#fff"/></svg>`;

/** The page's English words and their Spanish ones. */
const TRANSLATED = {
  Authorize: 'Autorizar',
  Authorized: 'Autorizado',
  'Available authorizations': 'Autorización',
  Logout: 'Quitar',
  Close: 'Cerrar',
  'Value:': 'Token:',
  'Try it out': 'Probar',
  Cancel: 'Cancelar',
  Execute: 'Ejecutar',
  Clear: 'Limpiar',
  Reset: 'Restablecer',
  Parameters: 'Parámetros',
  'No parameters': 'Sin parámetros',
  Name: 'Nombre',
  Description: 'Descripción',
  'Request body': 'Cuerpo de la solicitud',
  Responses: 'Respuestas',
  'Server response': 'Respuesta del servicio',
  'Response body': 'Cuerpo de la respuesta',
  'Response headers': 'Encabezados de la respuesta',
  'Request URL': 'Dirección de la solicitud',
  'Request duration': 'Duración de la solicitud',
  'Headers:': 'Encabezados:',
  Code: 'Código',
  Details: 'Detalles',
  'Media type': 'Tipo de contenido',
  Controls: 'Decide el encabezado',
  'header.': '',
  'Example Value': 'Ejemplo',
  Example: 'Ejemplo',
  'Edit Value': 'Editar',
  Schema: 'Esquema',
  Schemas: 'Esquemas',
  'Expand all': 'Desplegar todo',
  'Collapse all': 'Plegar todo',
  Download: 'Descargar',
  Type: 'Tipo',
  Undocumented: 'Sin documentar',
  'Failed to fetch.': 'No hubo respuesta.',
  Loading: 'Cargando',
};

/** Runs in the browser: replaces the page's own words by Spanish ones, whenever it draws some. */
export const SCRIPT = `
(() => {
  const words = ${JSON.stringify(TRANSLATED)};
  const theirs = 'pre, code, .renderedMarkdown, .markdown, textarea, .model-box';
  const translate = (node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      const word = node.data.trim();
      if (Object.hasOwn(words, word) && !node.parentElement?.closest(theirs)) {
        node.data = node.data.replace(word, words[word]);
      }
      return;
    }
    node.childNodes.forEach(translate);
  };
  document.documentElement.lang = 'es';
  translate(document.body);
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'characterData') translate(target);
      else addedNodes.forEach(translate);
    }
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
})();
`;
