export interface paths {
    "/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Abre una sesión
         * @description Tras 10 intentos fallidos en un minuto con una cuenta desde una dirección, o 1,200 con cualesquiera, responde 429. Acceso: libre, sin token. Cuerpo: hasta 1 MB.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/obras": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lista de obras, por id o en otro orden; todas, o por páginas con limit
         * @description Con limit la respuesta trae X-Total-Count (cuántas obras cumplen los filtros) y Link (RFC 8288) con las páginas vecinas. Al avanzar por el cursor, el total es el de la primera página. Con campos, cada obra trae sólo los indicados. Acceso: cualquier usuario con token.
         */
        get: operations["listObras"];
        put?: never;
        /**
         * Registra una obra con sus ubicaciones
         * @description Acceso: administradores. Cuerpo: hasta 8 MB.
         */
        post: operations["createObra"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/obras/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Una obra
         * @description Con campos trae sólo los indicados, y un ETag que no sirve para If-Match. Acceso: cualquier usuario con token.
         */
        get: operations["findObra"];
        put?: never;
        post?: never;
        /**
         * Elimina una obra y sus ubicaciones; no se puede deshacer
         * @description Acceso: administradores.
         */
        delete: operations["deleteObra"];
        options?: never;
        head?: never;
        /**
         * Cambia los campos indicados de una obra; ubicaciones reemplaza la lista
         * @description Acceso: administradores. Cuerpo: hasta 8 MB.
         */
        patch: operations["updateObra"];
        trace?: never;
    };
    "/obras.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Las obras como CSV
         * @description Los mismos filtros y órdenes que GET /obras; siempre todas las que los cumplen. UTF-8 con BOM, comas y CRLF, como lo abre Excel. Un texto que una hoja de cálculo tomaría por fórmula, o que empieza con apóstrofo, lleva un apóstrofo delante. Dirección y referencias son las de la primera ubicación; longitud y latitud están donde la obra tiene una sola ubicación y es un punto. Acceso: cualquier usuario con token.
         */
        get: operations["exportObrasCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/obras.xlsx": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Las obras como hoja de Excel
         * @description Los mismos filtros y órdenes que GET /obras; siempre todas las que los cumplen. Los encabezados están en español, con su unidad, y la importación los conoce; los nombres de los campos están en /obras.csv. La segunda hoja dice qué se descargó: filtros, fecha, quién lo publica, cuántas obras y cuánto suman. Los textos son textos, nunca fórmulas; los de más de 32767 caracteres, los que caben en una celda, terminan con «…». Hasta 1048575 obras. Dirección y referencias son las de la primera ubicación; longitud y latitud están donde la obra tiene una sola ubicación y es un punto. Acceso: cualquier usuario con token.
         */
        get: operations["exportObrasXlsx"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/obras.ndjson": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Las obras como NDJSON: en cada línea una, como la responde GET /obras
         * @description Los mismos filtros y órdenes que GET /obras; siempre todas las que los cumplen. Acceso: cualquier usuario con token.
         */
        get: operations["exportObrasNdjson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/obras/resumen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Cuántas obras hay y cuánto suman, en total y por grupo, o por dos grupos cruzados
         * @description Los mismos filtros que GET /obras. Acceso: cualquier usuario con token.
         */
        get: operations["summarizeObras"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/obras/resumen.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * El mismo resumen como CSV
         * @description Un renglón por grupo, o por cada par de grupos que tiene obras; de municipios solos, también habitantes y monto por habitante. UTF-8 con BOM, comas y CRLF. Acceso: cualquier usuario con token.
         */
        get: operations["summarizeObrasCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calidad": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lo que conviene revisar del registro: cuántas obras encuentra cada regla
         * @description Con los filtros de cada regla, GET /obras, las descargas, los resúmenes y el mapa traen esas obras. Acceso: administradores.
         */
        get: operations["listCalidad"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/obras/estatus": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cambia el estatus de varias obras a la vez
         * @description Hasta 200 obras, en una transacción. Las que cambiaron desde que se consultaron, o ya no existen, se quedan como están, y el informe lo dice de cada una. En la bitácora cada cambio tiene su renglón. Acceso: administradores. Cuerpo: hasta 1 MB.
         */
        post: operations["changeEstatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/obras/plantilla.xlsx": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Hoja de Excel para capturar obras e importarlas
         * @description La primera hoja trae los encabezados y un renglón de ejemplo; la segunda, los nombres de los catálogos, que en la primera se eligen de una lista. Acceso: cualquier usuario con token.
         */
        get: operations["downloadPlantilla"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/obras.geojson": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Las obras como capa de mapa: un elemento por ubicación
         * @description Archivo GeoJSON con los filtros de GET /obras. Una obra sin ubicación aparece con geometry null. Acceso: cualquier usuario con token.
         */
        get: operations["exportGeojson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mapa/{z}/{x}/{y}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Las obras en un mosaico de mapa, agrupadas por celdas
         * @description Los mismos filtros que GET /obras. Mosaicos XYZ de 512 píxeles (Web Mercator): con z 0 uno solo es el mundo. Cada uno tiene 8 × 8 celdas: donde hay más de 3 ubicaciones, un punto en medio de ellas con cuántas son; donde hay menos, cada una como punto. Desde z 14, con 500 ubicaciones o menos, trae cada una con su geometría, simplificada a lo que se ve; la muy extensa, como punto. Una geometría viene sólo en el mosaico que contiene su punto. Acceso: cualquier usuario con token.
         */
        get: operations["findMosaico"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ogc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Punto de partida de las capas de mapa (OGC API - Features)
         * @description La dirección que se da a QGIS («WFS / OGC API - Features») o a GDAL (OAPIF:…/ogc). Tiene su propia definición, en OpenAPI 3.0, en /ogc/api. Acceso: cualquier usuario con token. También con correo y contraseña (Basic).
         */
        get: operations["findPortada"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ogc/api": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Definición de las capas de mapa, en OpenAPI 3.0
         * @description Acceso: cualquier usuario con token. También con correo y contraseña (Basic).
         */
        get: operations["findDefinicion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ogc/conformance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Partes del estándar que se cumplen
         * @description Acceso: cualquier usuario con token. También con correo y contraseña (Basic).
         */
        get: operations["findConformidad"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ogc/collections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Las capas: obras por tipo de geometría, y municipios
         * @description Acceso: cualquier usuario con token. También con correo y contraseña (Basic).
         */
        get: operations["listColecciones"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ogc/collections/{coleccion}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Una capa
         * @description Acceso: cualquier usuario con token. También con correo y contraseña (Basic).
         */
        get: operations["findColeccion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ogc/collections/{coleccion}/schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Campos y geometría de una capa (Part 5: Schemas)
         * @description Acceso: cualquier usuario con token. También con correo y contraseña (Basic).
         */
        get: operations["findEsquema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ogc/collections/{coleccion}/schema/feature": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Esquema de un elemento entero de una capa
         * @description Acceso: cualquier usuario con token. También con correo y contraseña (Basic).
         */
        get: operations["findEsquemaDeElemento"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ogc/collections/{coleccion}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Los elementos de una capa, por páginas
         * @description El enlace next trae la página siguiente. Las capas de obras admiten los filtros de GET /obras; un parámetro que no se conoce da 400. Acceso: cualquier usuario con token. También con correo y contraseña (Basic).
         */
        get: operations["listElementos"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ogc/collections/{coleccion}/items/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Un elemento de una capa
         * @description Acceso: cualquier usuario con token. También con correo y contraseña (Basic).
         */
        get: operations["findElemento"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oc4ids": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Las obras en el estándar OC4IDS, con los filtros de GET /obras menos favoritas
         * @description Si ninguna obra cumple los filtros, 404: el estándar no admite paquetes vacíos. Acceso: cualquier usuario con token.
         */
        get: operations["findPaquete"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oc4ids/{clave}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Una obra en el estándar OC4IDS: un paquete de un proyecto
         * @description Acceso: cualquier usuario con token.
         */
        get: operations["findProyecto"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/obras/importacion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Las importaciones en curso y las del último día, la más reciente primero
         * @description Las de archivos de más de 512 kB y las de la orden npm run import; hasta 100. Una pequeña sólo está mientras dura. Acceso: administradores.
         */
        get: operations["listImportaciones"];
        put?: never;
        /**
         * Importa obras de una hoja de cálculo (.xlsx, .ods o .csv)
         * @description Cada fila es una obra, reconocida por su clave única: las que no están se registran, las que están iguales quedan como están. Primero se revisa todo el archivo y después se escribe, por lotes. Una conexión cortada deja lotes enteros, y el mismo archivo otra vez termina lo que falta. Una celda vacía no borra nada. Se atiende un archivo a la vez en todo el registro. Uno de más de 512 kB se responde con 202 en cuanto llegó: la importación sigue sin la conexión, y en la dirección de Location se pregunta cómo va y, durante un día, con qué informe terminó. Acceso: administradores. Cuerpo: hasta 64 MB.
         */
        post: operations["importObras"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/obras/importacion/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Una importación: cómo va, y su informe cuando terminó
         * @description Acceso: administradores.
         */
        get: operations["findImportacion"];
        put?: never;
        post?: never;
        /**
         * Cancela una importación en curso y la responde
         * @description El lote que se está escribiendo se termina, y lo escrito se queda. Cancelarla otra vez responde lo mismo. Acceso: administradores.
         */
        delete: operations["cancelImportacion"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/seguimiento/importacion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Las importaciones de seguimiento en curso y las del último día, la más reciente primero
         * @description Las de archivos de más de 512 kB y las de la orden npm run import; hasta 100. Una pequeña sólo está mientras dura. Acceso: administradores y capturistas; de cada obra, los de su dependencia.
         */
        get: operations["listImportacionesDeSeguimiento"];
        put?: never;
        /**
         * Importa avances y contratos de una hoja de cálculo (.xlsx, .ods o .csv)
         * @description Cada fila dice de una obra, por su clave única, el avance a una fecha de corte, o uno de sus contratos por su número, o las dos cosas. La fecha de corte está en la fila, o es el último día de su trimestre, o es fechaCorte. Los encabezados de las hojas de RFT, OPA y del formato 28 se reconocen. Un capturista escribe de las obras de sus dependencias: las filas de otras se rechazan una por una. Primero se revisa todo el archivo y después se escribe, por lotes. Una conexión cortada deja lotes enteros, y el mismo archivo otra vez termina lo que falta. Una celda vacía no borra nada. Se atiende un archivo a la vez en todo el registro. Uno de más de 512 kB se responde con 202 en cuanto llegó: la importación sigue sin la conexión, y en la dirección de Location se pregunta cómo va y, durante un día, con qué informe terminó. Acceso: administradores y capturistas; de cada obra, los de su dependencia. Cuerpo: hasta 64 MB.
         */
        post: operations["importSeguimiento"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/seguimiento/importacion/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Una importación de seguimiento: cómo va, y su informe cuando terminó
         * @description Acceso: administradores y capturistas; de cada obra, los de su dependencia.
         */
        get: operations["findImportacionDeSeguimiento"];
        put?: never;
        post?: never;
        /**
         * Cancela una importación de seguimiento en curso y la responde
         * @description El lote que se está escribiendo se termina, y lo escrito se queda. Cancelarla otra vez responde lo mismo. Acceso: administradores y capturistas; de cada obra, los de su dependencia.
         */
        delete: operations["cancelImportacionDeSeguimiento"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/seguimiento/plantilla.xlsx": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Hoja de Excel para reportar avances e importarlos
         * @description Un renglón por obra sin terminar de las dependencias de quien la pide, de todas si es administrador, con sus últimas cifras y el corte ya escrito. Las filas que no se llenan no cambian nada. Acceso: administradores y capturistas; de cada obra, los de su dependencia.
         */
        get: operations["downloadPlantillaDeSeguimiento"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/seguimiento": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Cómo va cada obra: un renglón por obra, por páginas
         * @description Los mismos filtros y órdenes que GET /obras. X-Total-Count dice cuántas los cumplen, y Link (RFC 8288) trae la página siguiente. Acceso: cualquier usuario con token.
         */
        get: operations["listSeguimiento"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/seguimiento.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Cómo va cada obra, como CSV
         * @description Los mismos filtros y órdenes que GET /obras. UTF-8 con BOM, comas y CRLF. Acceso: cualquier usuario con token.
         */
        get: operations["exportSeguimientoCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/seguimiento.xlsx": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Cómo va cada obra, como hoja de Excel
         * @description Los mismos filtros y órdenes que GET /obras. Hasta 1048575 obras; la segunda hoja dice qué se descargó. Los encabezados están en español, con su unidad, y las opciones en palabras («Clima»); las fechas y los por cientos son fechas y por cientos de Excel. La importación los conoce. Los nombres y claves de la API están en /seguimiento.csv. Acceso: cualquier usuario con token.
         */
        get: operations["exportSeguimientoXlsx"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/seguimiento/resumen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Quién reporta y quién no, qué va atrasado y cuánto se ha pagado, por grupo
         * @description Los mismos filtros que GET /obras. Acceso: cualquier usuario con token.
         */
        get: operations["summarizeSeguimiento"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contratos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Los contratos de todas las obras, por páginas
         * @description Los mismos filtros que GET /obras; contratista es el del contrato. X-Total-Count dice cuántos los cumplen, y Link (RFC 8288) trae la página siguiente. Acceso: cualquier usuario con token.
         */
        get: operations["listContratosDeTodas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contratos.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Los contratos de todas las obras, como CSV
         * @description Los mismos filtros que GET /obras; contratista es el del contrato. UTF-8 con BOM, comas y CRLF. Acceso: cualquier usuario con token.
         */
        get: operations["exportContratosCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contratos.xlsx": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Los contratos de todas las obras, como hoja de Excel
         * @description Los mismos filtros que GET /obras; contratista es el del contrato. Hasta 1048575 contratos; la segunda hoja dice qué se descargó. Los encabezados están en español, con su unidad, y las opciones en palabras («Licitación pública»); las fechas y los por cientos son fechas y por cientos de Excel. La importación los conoce. Los nombres y claves de la API están en /contratos.csv. Acceso: cualquier usuario con token.
         */
        get: operations["exportContratosXlsx"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/obras/{id}/seguimiento": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * El seguimiento de una obra: cómo va, para cuándo era, quién la construye y por cuánto
         * @description Acceso: cualquier usuario con token.
         */
        get: operations["findSeguimiento"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/obras/{id}/avances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Los avances de una obra, por fecha de corte
         * @description Acceso: cualquier usuario con token.
         */
        get: operations["listAvances"];
        put?: never;
        /**
         * Registra un avance de una obra
         * @description Acceso: administradores, y capturistas de la dependencia de la obra. Cuerpo: hasta 1 MB.
         */
        post: operations["createAvance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/obras/{id}/avances/{avanceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Un avance de una obra
         * @description Acceso: cualquier usuario con token.
         */
        get: operations["findAvance"];
        put?: never;
        post?: never;
        /**
         * Elimina un avance de una obra
         * @description Acceso: administradores, y capturistas de la dependencia de la obra.
         */
        delete: operations["deleteAvance"];
        options?: never;
        head?: never;
        /**
         * Cambia los campos indicados de un avance de una obra
         * @description Acceso: administradores, y capturistas de la dependencia de la obra. Cuerpo: hasta 1 MB.
         */
        patch: operations["updateAvance"];
        trace?: never;
    };
    "/obras/{id}/programas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Los programas de una obra: el original y sus reprogramaciones
         * @description Acceso: cualquier usuario con token.
         */
        get: operations["listProgramas"];
        put?: never;
        /**
         * Registra el programa original de una obra, o lo reprograma
         * @description Un programa no cambia después: el siguiente es otra versión, y dice su motivo. Acceso: administradores, y capturistas de la dependencia de la obra. Cuerpo: hasta 1 MB.
         */
        post: operations["createPrograma"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/obras/{id}/programas/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Un programa de una obra
         * @description Acceso: cualquier usuario con token.
         */
        get: operations["findPrograma"];
        put?: never;
        post?: never;
        /**
         * Elimina el programa más nuevo de una obra
         * @description Acceso: administradores.
         */
        delete: operations["deletePrograma"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/obras/{id}/ejecucion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Cuándo se construyó una obra y en qué quedó
         * @description Acceso: cualquier usuario con token.
         */
        get: operations["findEjecucion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Cambia los campos indicados de la ejecución de una obra
         * @description Acceso: administradores, y capturistas de la dependencia de la obra. Cuerpo: hasta 1 MB.
         */
        patch: operations["updateEjecucion"];
        trace?: never;
    };
    "/obras/{id}/contratos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Los contratos de una obra con sus convenios, por fecha de firma
         * @description Acceso: cualquier usuario con token.
         */
        get: operations["listContratos"];
        put?: never;
        /**
         * Registra un contrato de una obra
         * @description Acceso: administradores, y capturistas de la dependencia de la obra. Cuerpo: hasta 1 MB.
         */
        post: operations["createContrato"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/obras/{id}/contratos/{contratoId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Un contrato de una obra
         * @description Acceso: cualquier usuario con token.
         */
        get: operations["findContrato"];
        put?: never;
        post?: never;
        /**
         * Elimina un contrato de una obra
         * @description Acceso: administradores, y capturistas de la dependencia de la obra.
         */
        delete: operations["deleteContrato"];
        options?: never;
        head?: never;
        /**
         * Cambia los campos indicados de un contrato de una obra
         * @description Acceso: administradores, y capturistas de la dependencia de la obra. Cuerpo: hasta 1 MB.
         */
        patch: operations["updateContrato"];
        trace?: never;
    };
    "/obras/{id}/contratos/{contratoId}/convenios": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Registra un convenio y responde su contrato
         * @description Acceso: administradores, y capturistas de la dependencia de la obra. Cuerpo: hasta 1 MB.
         */
        post: operations["createConvenio"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/obras/{id}/contratos/{contratoId}/convenios/{convenioId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Elimina un convenio y responde su contrato
         * @description If-Match es el ETag del contrato. Acceso: administradores, y capturistas de la dependencia de la obra.
         */
        delete: operations["deleteConvenio"];
        options?: never;
        head?: never;
        /**
         * Cambia los campos indicados de un convenio y responde su contrato
         * @description If-Match es el ETag del contrato. Acceso: administradores, y capturistas de la dependencia de la obra. Cuerpo: hasta 1 MB.
         */
        patch: operations["updateConvenio"];
        trace?: never;
    };
    "/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Todos los usuarios
         * @description Acceso: administradores.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Crea un usuario, que deberá cambiar su contraseña
         * @description Acceso: administradores. Cuerpo: hasta 1 MB.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Un usuario
         * @description Acceso: el propio usuario o un administrador.
         */
        get: operations["findUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Cambia los campos indicados de un usuario
         * @description Sólo un administrador puede cambiar roles, isActive y mustChangePassword. Una contraseña nueva pone mustChangePassword en false y termina las sesiones del usuario: todas si la pone un administrador a otro, todas menos la que hace la solicitud si es la propia. Acceso: el propio usuario o un administrador. Cuerpo: hasta 1 MB.
         */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/users/{id}/favorites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Obras favoritas, de la agregada al final a la primera
         * @description Acceso: el propio usuario o un administrador.
         */
        get: operations["listFavorites"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/favorites/{obraId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Agrega una obra a las favoritas propias
         * @description Acceso: sólo el propio usuario; los administradores no tienen excepción.
         */
        post: operations["addFavorite"];
        /**
         * Quita una obra de las favoritas propias
         * @description Acceso: sólo el propio usuario; los administradores no tienen excepción.
         */
        delete: operations["removeFavorite"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/capturistas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Quiénes capturan el seguimiento, y de qué dependencias
         * @description Acceso: administradores.
         */
        get: operations["listCapturistas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/dependencias": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Las dependencias cuyo seguimiento captura un usuario
         * @description Acceso: el propio usuario o un administrador.
         */
        get: operations["findDependenciasDeUsuario"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Reemplaza las dependencias cuyo seguimiento captura un usuario
         * @description Su rol no cambia: de las obras sigue sólo leyendo. Acceso: administradores. Cuerpo: hasta 1 MB.
         */
        patch: operations["updateDependenciasDeUsuario"];
        trace?: never;
    };
    "/ejercicio-fiscal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ejercicios fiscales, por año
         * @description Acceso: cualquier usuario con token.
         */
        get: operations["listEjerciciosFiscales"];
        put?: never;
        /**
         * Crea un ejercicio fiscal
         * @description Acceso: cualquier usuario con token. Cuerpo: hasta 1 MB.
         */
        post: operations["createEjercicioFiscal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ejercicio-fiscal/activos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ejercicios fiscales activos, por año
         * @description Acceso: cualquier usuario con token.
         */
        get: operations["listActiveEjerciciosFiscales"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ejercicio-fiscal/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Un ejercicio fiscal
         * @description Acceso: cualquier usuario con token.
         */
        get: operations["findEjercicioFiscal"];
        put?: never;
        post?: never;
        /**
         * Elimina un ejercicio fiscal que ninguna obra usa
         * @description Acceso: cualquier usuario con token.
         */
        delete: operations["deleteEjercicioFiscal"];
        options?: never;
        head?: never;
        /**
         * Cambia los campos indicados de un ejercicio fiscal
         * @description Acceso: cualquier usuario con token. Cuerpo: hasta 1 MB.
         */
        patch: operations["updateEjercicioFiscal"];
        trace?: never;
    };
    "/catalogos/tipo-proyecto": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tipos de proyecto, por nombre
         * @description Acceso: cualquier usuario con token.
         */
        get: operations["listTiposProyecto"];
        put?: never;
        /**
         * Crea un tipo de proyecto
         * @description Acceso: cualquier usuario con token. Cuerpo: hasta 1 MB.
         */
        post: operations["createTipoProyecto"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalogos/tipo-proyecto/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Un tipo de proyecto
         * @description Acceso: cualquier usuario con token.
         */
        get: operations["findTipoProyecto"];
        put?: never;
        post?: never;
        /**
         * Elimina un tipo de proyecto que ninguna obra usa
         * @description Acceso: cualquier usuario con token.
         */
        delete: operations["deleteTipoProyecto"];
        options?: never;
        head?: never;
        /**
         * Cambia los campos indicados de un tipo de proyecto
         * @description Acceso: cualquier usuario con token. Cuerpo: hasta 1 MB.
         */
        patch: operations["updateTipoProyecto"];
        trace?: never;
    };
    "/catalogos/tipo-proyecto/{id}/fusion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fusiona dos tipos de proyecto que son la misma cosa: sus obras pasan a la que queda
         * @description La que se nombra en la dirección se desactiva. Pasan hasta 1,000 obras cada vez; con más, restan dice cuántas faltan. Acceso: administradores. Cuerpo: hasta 1 MB.
         */
        post: operations["mergeTiposProyecto"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalogos/tipo-proyecto/oc4ids": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sector y tipo de OC4IDS de cada tipo de proyecto, por nombre
         * @description Acceso: cualquier usuario con token.
         */
        get: operations["listClasificaciones"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalogos/tipo-proyecto/{id}/oc4ids": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sector y tipo de OC4IDS de un tipo de proyecto
         * @description Acceso: cualquier usuario con token.
         */
        get: operations["findClasificacion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Cambia el sector o el tipo de OC4IDS de un tipo de proyecto
         * @description Acceso: administradores. Cuerpo: hasta 1 MB.
         */
        patch: operations["updateClasificacion"];
        trace?: never;
    };
    "/estatus-obra": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Estatus de las obras
         * @description Acceso: cualquier usuario con token.
         */
        get: operations["listEstatusObra"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/localidad": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Localidades con su municipio, por nombre
         * @description Acceso: cualquier usuario con token.
         */
        get: operations["listLocalidades"];
        put?: never;
        /**
         * Crea una localidad
         * @description Acceso: cualquier usuario con token. Cuerpo: hasta 1 MB.
         */
        post: operations["createLocalidad"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/localidad/puntos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Dónde está cada localidad y cuántos habitantes tiene, como GeoJSON
         * @description Acceso: cualquier usuario con token.
         */
        get: operations["listPuntosDeLocalidades"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/localidad/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Una localidad
         * @description Acceso: cualquier usuario con token.
         */
        get: operations["findLocalidad"];
        put?: never;
        post?: never;
        /**
         * Elimina una localidad
         * @description Acceso: cualquier usuario con token.
         */
        delete: operations["deleteLocalidad"];
        options?: never;
        head?: never;
        /**
         * Cambia los campos indicados de una localidad
         * @description Acceso: cualquier usuario con token. Cuerpo: hasta 1 MB.
         */
        patch: operations["updateLocalidad"];
        trace?: never;
    };
    "/municipios": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Municipios activos, por nombre
         * @description Acceso: cualquier usuario con token.
         */
        get: operations["listMunicipios"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/municipios/limites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Límites de los 106 municipios, como GeoJSON
         * @description Acceso: cualquier usuario con token.
         */
        get: operations["listLimites"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dependencias": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Dependencias por nombre; sólo las activas salvo ver_todo=true
         * @description Acceso: libre, sin token.
         */
        get: operations["listDependencias"];
        put?: never;
        /**
         * Crea una dependencia
         * @description Acceso: libre, sin token. Cuerpo: hasta 1 MB. Sin token: hasta 1,200 por minuto desde una dirección.
         */
        post: operations["createDependencia"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dependencias/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Una dependencia
         * @description Acceso: libre, sin token.
         */
        get: operations["findDependencia"];
        put?: never;
        post?: never;
        /**
         * Desactiva una dependencia y la responde
         * @description Acceso: libre, sin token. Sin token: hasta 1,200 por minuto desde una dirección.
         */
        delete: operations["deactivateDependencia"];
        options?: never;
        head?: never;
        /**
         * Cambia los campos indicados de una dependencia
         * @description Acceso: libre, sin token. Cuerpo: hasta 1 MB. Sin token: hasta 1,200 por minuto desde una dirección.
         */
        patch: operations["updateDependencia"];
        trace?: never;
    };
    "/dependencias/{id}/fusion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fusiona dos dependencias que son la misma cosa: sus obras pasan a la que queda
         * @description La que se nombra en la dirección se desactiva. Pasan hasta 1,000 obras cada vez; con más, restan dice cuántas faltan. Acceso: administradores. Cuerpo: hasta 1 MB.
         */
        post: operations["mergeDependencias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bitacora": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Quién cambió qué y cuándo, de lo más reciente a lo más antiguo
         * @description Cada alta, cambio y baja de cada recurso, y cada entrada lograda o fallida. Link (RFC 8288) trae la página siguiente. Acceso: administradores.
         */
        get: operations["listBitacora"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bitacora.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * La bitácora como CSV: un renglón por cada campo que cambió
         * @description Los mismos filtros que GET /bitacora; siempre todo lo que los cumple. Con campo o variacionMonto, sólo los cambios de ese campo. UTF-8 con BOM, comas y CRLF, como lo abre Excel. Un texto que una hoja de cálculo tomaría por fórmula, o que empieza con apóstrofo, lleva un apóstrofo delante. variacion es el porcentaje en que creció un monto. Si quien la pide deja de ser administrador, la descarga se corta. Acceso: administradores.
         */
        get: operations["exportBitacoraCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/obras/{id}/historial": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * La historia de una obra, desde su registro; también de una eliminada
         * @description Link (RFC 8288) trae la página siguiente. Acceso: administradores.
         */
        get: operations["listHistorial"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mapa/base": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * El mapa de calles que está bajo las obras, si hay uno
         * @description Viene del archivo PMTiles que nombra MAP_FILE. Sirve a cualquier programa que lea TileJSON. Acceso: libre, sin token.
         */
        get: operations["findMapaBase"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mapa/base/{z}/{x}/{y}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Un mosaico del mapa de calles
         * @description Donde el archivo no tiene nada, 204: ahí no hay qué dibujar. Fuera de sus acercamientos, 404. Acceso: libre, sin token.
         */
        get: operations["findMosaicoBase"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mapa/base/calles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Calles y cruces por su nombre
         * @description Del archivo PMTiles que nombra MAP_FILE, si es de figuras. Se lee cuando alguien busca por primera vez; mientras, la respuesta dice leyendo. Acceso: libre, sin token.
         */
        get: operations["findCalles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/ajustes.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lo que el portal necesita saber antes de que alguien entre
         * @description Acceso: libre, sin token.
         */
        get: operations["findAjustes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Sesion
         * @description Sesión abierta.
         */
        Sesion: {
            /**
             * @description JWT (HS256) con sub, email, roles, iat y exp.
             * @example eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiI2YjFm….firma
             */
            access_token: string;
            user: {
                /**
                 * Format: uuid
                 * @example 6b1f7a52-6a4e-4f0e-9a67-0f5a1c3d2e4b
                 */
                id: string;
                /** @example admin@obras.local */
                email: string;
                /** @enum {string} */
                roles: "admin" | "user";
                mustChangePassword: boolean;
            };
        };
        /**
         * Falla
         * @description Error: una frase, o una lista con una frase por cada falla de validación.
         */
        Falla: {
            statusCode: number;
            message: string | string[];
            error: string;
        };
        /** Credenciales */
        Credenciales: {
            /** @example admin@obras.local */
            email: string;
            /** @example una-contraseña */
            password: string;
        };
        /**
         * EjercicioFiscal
         * @description Ejercicio fiscal.
         */
        EjercicioFiscal: {
            /** @example 1 */
            id: number;
            /**
             * @description Año, único.
             * @example 2026
             */
            anio: number;
            /** @example true */
            activo: boolean;
        };
        /**
         * Dependencia
         * @description Dependencia.
         */
        Dependencia: {
            /** @example 1 */
            id: number;
            /**
             * @description Único, sin distinguir mayúsculas.
             * @example Secretaría de Obras Públicas
             */
            nombre: string;
            /**
             * @description Se guardan en mayúsculas; vacías equivalen a null.
             * @example SOP
             */
            siglas: string | null;
            /** @example true */
            activo: boolean;
        };
        /** MunicipioBreve */
        MunicipioBreve: {
            /** @example 50 */
            id: number;
            /** @example Mérida */
            nombre: string;
        };
        /**
         * TipoProyecto
         * @description Tipo de proyecto.
         */
        TipoProyecto: {
            /** @example 1 */
            id: number;
            /**
             * @description Único, sin distinguir mayúsculas.
             * @example Vialidades
             */
            nombre: string;
            /** @example true */
            activo: boolean;
        };
        /** EstatusObra */
        EstatusObra: {
            /** @example 4 */
            id: number;
            /** @example En proceso */
            nombre: string;
        };
        /**
         * TipoGeometria
         * @description PUNTO: Point o MultiPoint. RUTA: LineString o MultiLineString. POLIGONO: Polygon o MultiPolygon.
         * @example PUNTO
         * @enum {string}
         */
        TipoGeometria: "PUNTO" | "RUTA" | "POLIGONO";
        /**
         * Posicion
         * @description [longitud, latitud] o [longitud, latitud, altitud]: grados, WGS 84; metros.
         * @example [
         *       -89.6237,
         *       20.9674
         *     ]
         */
        Posicion: number[];
        /** Point */
        Point: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "Point";
            coordinates: components["schemas"]["Posicion"];
            /** @description Rectángulo envolvente, opcional. */
            bbox?: number[];
        };
        /** MultiPoint */
        MultiPoint: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "MultiPoint";
            coordinates: components["schemas"]["Posicion"][];
            /** @description Rectángulo envolvente, opcional. */
            bbox?: number[];
        };
        /** Linea */
        Linea: components["schemas"]["Posicion"][];
        /** LineString */
        LineString: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "LineString";
            coordinates: components["schemas"]["Linea"];
            /** @description Rectángulo envolvente, opcional. */
            bbox?: number[];
        };
        /** MultiLineString */
        MultiLineString: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "MultiLineString";
            coordinates: components["schemas"]["Linea"][];
            /** @description Rectángulo envolvente, opcional. */
            bbox?: number[];
        };
        /**
         * Anillo
         * @description Cerrado: la última posición es igual a la primera.
         */
        Anillo: components["schemas"]["Posicion"][];
        /** Polygon */
        Polygon: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "Polygon";
            coordinates: components["schemas"]["Anillo"][];
            /** @description Rectángulo envolvente, opcional. */
            bbox?: number[];
        };
        /** MultiPolygon */
        MultiPolygon: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "MultiPolygon";
            coordinates: components["schemas"]["Anillo"][][];
            /** @description Rectángulo envolvente, opcional. */
            bbox?: number[];
        };
        /**
         * Geometria
         * @description Geometría GeoJSON (RFC 7946) del tipo que corresponde a tipoGeometria. Sólo type, coordinates y bbox; hasta 30 000 posiciones, entre todas las de la obra, y 1 000 anillos.
         * @example {
         *       "type": "Point",
         *       "coordinates": [
         *         -89.6237,
         *         20.9674
         *       ]
         *     }
         */
        Geometria: components["schemas"]["Point"] | components["schemas"]["MultiPoint"] | components["schemas"]["LineString"] | components["schemas"]["MultiLineString"] | components["schemas"]["Polygon"] | components["schemas"]["MultiPolygon"];
        /** Ubicacion */
        Ubicacion: {
            /** @example 1 */
            id: number;
            /**
             * @description Municipio de la ubicación; si falta, el de la obra.
             * @example 50
             */
            municipioId: number;
            municipio: components["schemas"]["MunicipioBreve"];
            /**
             * @description Dirección de la ubicación.
             * @example Calle 60 x 61, Centro
             */
            direccion: string;
            /**
             * @description Localidad de referencia.
             * @example Mérida
             */
            localidadReferencia: string | null;
            /** @example Frente a la plaza grande */
            referenciaLugar: string | null;
            tipoGeometria: components["schemas"]["TipoGeometria"];
            geometriaJson: components["schemas"]["Geometria"];
            /**
             * @description Orden de presentación; si falta, el lugar en la lista contado desde 1.
             * @example 1
             */
            orden: number;
        };
        /**
         * Obra
         * @description Obra con sus registros relacionados; ubicaciones por orden ascendente.
         */
        Obra: {
            /**
             * @description Identificador de la obra.
             * @example 1
             */
            id: number;
            /**
             * @description Número consecutivo dentro del ejercicio fiscal; lo asigna el servicio.
             * @example 1
             */
            numeroObra: number;
            /**
             * @description Clave única de la obra.
             * @example SOP-2026-0001
             */
            claveUnica: string;
            /**
             * @description Nombre de la obra.
             * @example Pavimentación de la calle 60
             */
            nombre: string;
            /**
             * @description Puede estar vacía.
             * @example Concreto hidráulico entre las calles 61 y 73.
             */
            descripcion: string;
            /**
             * @description Presupuesto en pesos mexicanos (MXN), con dos decimales a lo más.
             * @example 1250000.5
             */
            monto: number;
            /**
             * @description Ejercicio fiscal.
             * @example 1
             */
            ejercicioFiscalId: number;
            ejercicioFiscal: components["schemas"]["EjercicioFiscal"];
            /**
             * @description Dependencia que ejecuta la obra.
             * @example 1
             */
            dependenciaId: number;
            dependencia: components["schemas"]["Dependencia"];
            /**
             * @description Municipio: 1 a 106, el número de INEGI en Yucatán.
             * @example 50
             */
            municipioId: number;
            municipio: components["schemas"]["MunicipioBreve"];
            /**
             * @description Tipo de proyecto.
             * @example 1
             */
            tipoProyectoId: number | null;
            tipoProyecto: components["schemas"]["TipoProyecto"] | null;
            /**
             * @description Estatus; véase GET /estatus-obra.
             * @example 4
             */
            estatusObraId: number;
            estatusObra: components["schemas"]["EstatusObra"];
            ubicaciones: components["schemas"]["Ubicacion"][];
        };
        /**
         * CamposDeObra
         * @description Los campos de una obra que se pidieron con campos.
         */
        CamposDeObra: {
            /**
             * @description Identificador de la obra.
             * @example 1
             */
            id?: number;
            /**
             * @description Número consecutivo dentro del ejercicio fiscal; lo asigna el servicio.
             * @example 1
             */
            numeroObra?: number;
            /**
             * @description Clave única de la obra.
             * @example SOP-2026-0001
             */
            claveUnica?: string;
            /**
             * @description Nombre de la obra.
             * @example Pavimentación de la calle 60
             */
            nombre?: string;
            /**
             * @description Puede estar vacía.
             * @example Concreto hidráulico entre las calles 61 y 73.
             */
            descripcion?: string;
            /**
             * @description Presupuesto en pesos mexicanos (MXN), con dos decimales a lo más.
             * @example 1250000.5
             */
            monto?: number;
            /**
             * @description Ejercicio fiscal.
             * @example 1
             */
            ejercicioFiscalId?: number;
            ejercicioFiscal?: components["schemas"]["EjercicioFiscal"];
            /**
             * @description Dependencia que ejecuta la obra.
             * @example 1
             */
            dependenciaId?: number;
            dependencia?: components["schemas"]["Dependencia"];
            /**
             * @description Municipio: 1 a 106, el número de INEGI en Yucatán.
             * @example 50
             */
            municipioId?: number;
            municipio?: components["schemas"]["MunicipioBreve"];
            /**
             * @description Tipo de proyecto.
             * @example 1
             */
            tipoProyectoId?: number | null;
            tipoProyecto?: components["schemas"]["TipoProyecto"] | null;
            /**
             * @description Estatus; véase GET /estatus-obra.
             * @example 4
             */
            estatusObraId?: number;
            estatusObra?: components["schemas"]["EstatusObra"];
            ubicaciones?: components["schemas"]["Ubicacion"][];
            /**
             * @description Sólo con campos=textos: las direcciones de la obra, una por renglón, y su descripción, de todo ello los primeros 2,000 caracteres. Para mostrar por qué la encontró q.
             * @example [
             *       "Calle 60 × 61, Centro"
             *     ]
             */
            textos?: string[];
            /**
             * @description Sólo con campos=etag: el ETag con que responde GET /obras/:id, para If-Match y para POST /obras/estatus.
             * @example "2jmj7l5rSw0yVb_vlWAYkK"
             */
            etag?: string;
        };
        /**
         * ObraPedida
         * @description La obra entera; con campos, sólo los que se pidieron.
         */
        ObraPedida: components["schemas"]["Obra"] | components["schemas"]["CamposDeObra"];
        /** NuevaUbicacion */
        NuevaUbicacion: {
            /**
             * @description Dirección de la ubicación.
             * @example Calle 60 x 61, Centro
             */
            direccion: string;
            tipoGeometria: components["schemas"]["TipoGeometria"];
            geometriaJson: components["schemas"]["Geometria"];
            /**
             * @description Municipio de la ubicación; si falta, el de la obra.
             * @example 50
             */
            municipioId?: number;
            /**
             * @description Localidad de referencia.
             * @example Mérida
             */
            localidadReferencia?: string | null;
            /** @example Frente a la plaza grande */
            referenciaLugar?: string | null;
            /**
             * @description Orden de presentación; si falta, el lugar en la lista contado desde 1.
             * @example 1
             */
            orden?: number;
        };
        /** NuevaObra */
        NuevaObra: {
            /**
             * @description Clave única de la obra.
             * @example SOP-2026-0001
             */
            claveUnica: string;
            /**
             * @description Nombre de la obra.
             * @example Pavimentación de la calle 60
             */
            nombre: string;
            /**
             * @description Presupuesto en pesos mexicanos (MXN), con dos decimales a lo más.
             * @example 1250000.5
             */
            monto: number;
            /**
             * @description Ejercicio fiscal.
             * @example 1
             */
            ejercicioFiscalId: number;
            /**
             * @description Dependencia que ejecuta la obra.
             * @example 1
             */
            dependenciaId: number;
            /**
             * @description Municipio: 1 a 106, el número de INEGI en Yucatán.
             * @example 50
             */
            municipioId: number;
            /**
             * @description Estatus; véase GET /estatus-obra.
             * @example 4
             */
            estatusObraId: number;
            /**
             * @description Puede estar vacía. Si falta, vale "".
             * @example Concreto hidráulico entre las calles 61 y 73.
             */
            descripcion?: string;
            /**
             * @description Tipo de proyecto.
             * @example 1
             */
            tipoProyectoId?: number | null;
            /** @description Ubicaciones de la obra. Si falta, vale []. */
            ubicaciones?: components["schemas"]["NuevaUbicacion"][];
        };
        /** UbicacionCambiada */
        UbicacionCambiada: {
            /**
             * @description De una ubicación de esta obra: la actualiza y conserva su identificador.
             * @example 1
             */
            id?: number;
            /**
             * @description Dirección de la ubicación.
             * @example Calle 60 x 61, Centro
             */
            direccion: string;
            tipoGeometria: components["schemas"]["TipoGeometria"];
            geometriaJson: components["schemas"]["Geometria"];
            /**
             * @description Municipio de la ubicación; si falta, el de la obra.
             * @example 50
             */
            municipioId?: number;
            /**
             * @description Localidad de referencia.
             * @example Mérida
             */
            localidadReferencia?: string | null;
            /** @example Frente a la plaza grande */
            referenciaLugar?: string | null;
            /**
             * @description Orden de presentación; si falta, el lugar en la lista contado desde 1.
             * @example 1
             */
            orden?: number;
        };
        /** CambiosObra */
        CambiosObra: {
            /**
             * @description Clave única de la obra.
             * @example SOP-2026-0001
             */
            claveUnica?: string;
            /**
             * @description Nombre de la obra.
             * @example Pavimentación de la calle 60
             */
            nombre?: string;
            /**
             * @description Puede estar vacía.
             * @example Concreto hidráulico entre las calles 61 y 73.
             */
            descripcion?: string;
            /**
             * @description Presupuesto en pesos mexicanos (MXN), con dos decimales a lo más.
             * @example 1250000.5
             */
            monto?: number;
            /**
             * @description Ejercicio fiscal.
             * @example 1
             */
            ejercicioFiscalId?: number;
            /**
             * @description Dependencia que ejecuta la obra.
             * @example 1
             */
            dependenciaId?: number;
            /**
             * @description Municipio: 1 a 106, el número de INEGI en Yucatán.
             * @example 50
             */
            municipioId?: number;
            /**
             * @description Tipo de proyecto.
             * @example 1
             */
            tipoProyectoId?: number | null;
            /**
             * @description Estatus; véase GET /estatus-obra.
             * @example 4
             */
            estatusObraId?: number;
            /** @description Reemplaza la lista entera. */
            ubicaciones?: components["schemas"]["UbicacionCambiada"][];
        };
        /** Resumen */
        Resumen: {
            /** @example municipio */
            por: string;
            total: {
                /**
                 * @description Cuántas obras.
                 * @example 12
                 */
                obras: number;
                /**
                 * @description Suma de sus montos (MXN), exacta.
                 * @example 18450000.5
                 */
                monto: number;
            };
            /** @description Los que tienen obras, en el orden de su catálogo; al final las obras sin tipo. */
            grupos: {
                /** @example 50 */
                id: number | null;
                /**
                 * @description Del ejercicio fiscal, su año. Nulo, como id, en obras sin tipo de proyecto.
                 * @example Mérida
                 */
                nombre: string | null;
                /**
                 * @description Cuántas obras.
                 * @example 12
                 */
                obras: number;
                /**
                 * @description Suma de sus montos (MXN), exacta.
                 * @example 18450000.5
                 */
                monto: number;
                /**
                 * @description De un municipio, sus habitantes (INEGI, Censo 2020).
                 * @example 995129
                 */
                poblacion?: number;
                /**
                 * @description De un municipio, su monto entre sus habitantes (MXN), al centavo.
                 * @example 18.54
                 */
                montoPorHabitante?: number;
                /** @description Con dos en por: cada columna en que el grupo tiene obras, por su id. */
                celdas?: {
                    /** @example 50 */
                    id: number | null;
                    /**
                     * @description Cuántas obras.
                     * @example 12
                     */
                    obras: number;
                    /**
                     * @description Suma de sus montos (MXN), exacta.
                     * @example 18450000.5
                     */
                    monto: number;
                }[];
            }[];
            /** @description Con dos en por: los grupos del segundo, con sus totales. */
            columnas?: {
                /** @example 50 */
                id: number | null;
                /**
                 * @description Del ejercicio fiscal, su año. Nulo, como id, en obras sin tipo de proyecto.
                 * @example Mérida
                 */
                nombre: string | null;
                /**
                 * @description Cuántas obras.
                 * @example 12
                 */
                obras: number;
                /**
                 * @description Suma de sus montos (MXN), exacta.
                 * @example 18450000.5
                 */
                monto: number;
                /**
                 * @description De un municipio, sus habitantes (INEGI, Censo 2020).
                 * @example 995129
                 */
                poblacion?: number;
                /**
                 * @description De un municipio, su monto entre sus habitantes (MXN), al centavo.
                 * @example 18.54
                 */
                montoPorHabitante?: number;
            }[];
        };
        /** ReglaDeCalidad */
        ReglaDeCalidad: {
            /**
             * @example sinUbicacion
             * @enum {string}
             */
            regla: "sinUbicacion" | "fueraDeMunicipio" | "sinMonto" | "posibleDuplicada" | "variacionMonto" | "rezagada" | "atrasada" | "pagoAdelantado" | "crecimientoContratos" | "porConfirmar" | "sinIniciar";
            /** @example Sin ubicación */
            nombre: string;
            /** @example No tienen ninguna ubicación. */
            descripcion: string;
            /**
             * @description Los filtros de GET /obras que encuentran esas obras.
             * @example {
             *       "sinUbicacion": "true"
             *     }
             */
            filtros: {
                [key: string]: string;
            };
            /**
             * @description Cuántas obras.
             * @example 12
             */
            obras: number;
            /**
             * @description Suma de sus montos (MXN), exacta.
             * @example 18450000.5
             */
            monto: number;
        };
        /** InformeDeEstatus */
        InformeDeEstatus: {
            /**
             * @description Cuántas cambiaron de estatus.
             * @example 9
             */
            cambiadas: number;
            /**
             * @description Cuántas no, porque cambiaron antes o ya no existen.
             * @example 1
             */
            rechazadas: number;
            /** @description Qué pasó con cada una, en el orden en que se pidieron. */
            obras: {
                /** @example 1 */
                id: number;
                /**
                 * @example cambiada
                 * @enum {string}
                 */
                resultado: "cambiada" | "sin cambio" | "cambió" | "no existe";
                /**
                 * @description Por qué no se cambió; null si se cambió.
                 * @example Ya tenía ese estatus.
                 */
                mensaje: string | null;
            }[];
        };
        /** CambioDeEstatus */
        CambioDeEstatus: {
            /**
             * @description Estatus que se les pone.
             * @example 6
             */
            estatusObraId: number;
            /** @description Las obras, cada una una vez. */
            obras: {
                /**
                 * @description La obra.
                 * @example 1
                 */
                id: number;
                /**
                 * @description ETag que trajo GET /obras/:id, o GET /obras con campos=etag: si la obra ya es otra, no se cambia.
                 * @example "2jmj7l5rSw0yVb_vlWAYkK"
                 */
                etag: string;
            }[];
        };
        /**
         * Elemento
         * @description Elemento de GeoJSON (RFC 7946): una ubicación de una obra.
         */
        Elemento: {
            /** @constant */
            type: "Feature";
            /**
             * @description Identificador de la ubicación; de una obra sin ubicación, el suyo más 2147483648, que ninguna ubicación alcanza.
             * @example 1
             */
            id: number;
            /**
             * @example {
             *       "type": "Point",
             *       "coordinates": [
             *         -89.6237,
             *         20.9674
             *       ]
             *     }
             */
            geometry: components["schemas"]["Geometria"] | null;
            /** @description Datos de la obra y de la ubicación. */
            properties: {
                /**
                 * @description Identificador de la obra.
                 * @example 1
                 */
                obraId: number;
                /**
                 * @description Número consecutivo dentro del ejercicio fiscal.
                 * @example 1
                 */
                numeroObra: number;
                /**
                 * @description Clave única de la obra.
                 * @example SOP-2026-0001
                 */
                claveUnica: string;
                /**
                 * @description Nombre de la obra.
                 * @example Pavimentación de la calle 60
                 */
                nombre: string;
                /**
                 * @description Puede estar vacía.
                 * @example Concreto hidráulico entre las calles 61 y 73.
                 */
                descripcion: string;
                /**
                 * @description Presupuesto de toda la obra en pesos mexicanos, siempre con dos decimales.
                 * @example 1250000.5
                 */
                monto: number;
                /**
                 * @description Ejercicio fiscal.
                 * @example 2026
                 */
                anio: number;
                /**
                 * @description Dependencia que la ejecuta.
                 * @example Secretaría de Obras Públicas
                 */
                dependencia: string;
                /**
                 * @description Siglas de la dependencia.
                 * @example SOP
                 */
                siglas: string | null;
                /**
                 * @description El de la ubicación; sin ubicación, el de la obra.
                 * @example Mérida
                 */
                municipio: string;
                /**
                 * @description Clave de INEGI, cinco dígitos.
                 * @example 31050
                 */
                municipioClave: string;
                /**
                 * @description Tipo de proyecto.
                 * @example Vialidades
                 */
                tipoProyecto: string | null;
                /**
                 * @description Estatus de la obra.
                 * @example En proceso
                 */
                estatus: string;
                /**
                 * @description Dirección de la ubicación.
                 * @example Calle 60 x 61, Centro
                 */
                direccion: string | null;
                /**
                 * @description Localidad de referencia.
                 * @example Mérida
                 */
                localidadReferencia: string | null;
                /**
                 * @description Lugar entre las ubicaciones de la obra.
                 * @example 1
                 */
                orden: number | null;
                /**
                 * @description Por ciento construido, según el avance más nuevo: 45.5 es 45.5 %.
                 * @example 45.5
                 */
                avanceFisico: number | null;
                /**
                 * Format: date
                 * @description Día hasta el que cuenta ese avance.
                 * @example 2026-06-30
                 */
                fechaCorte: string | null;
                /**
                 * Format: date
                 * @description El del primer programa de la obra.
                 * @example 2026-06-30
                 */
                fechaTerminoBase: string | null;
                /**
                 * Format: date
                 * @description El de los contratos que la construyen, con sus convenios; sin ellos, el del último programa.
                 * @example 2026-06-30
                 */
                fechaTerminoVigente: string | null;
            };
        };
        /**
         * ColeccionDeElementos
         * @description GeoJSON (RFC 7946), WGS 84, longitud primero.
         */
        ColeccionDeElementos: {
            /** @constant */
            type: "FeatureCollection";
            features: components["schemas"]["Elemento"][];
        };
        /**
         * CeldaDeMapa
         * @description Más de 3 ubicaciones de la celda; el punto, su centro.
         */
        CeldaDeMapa: {
            /**
             * @description Cuántas obras.
             * @example 12
             */
            obras: number;
            /**
             * @description Cuántas de sus ubicaciones.
             * @example 15
             */
            ubicaciones: number;
            /** @description Cuántas de las ubicaciones hay de cada estatus. */
            estatus: {
                /** @example 4 */
                estatusObraId: number;
                /** @example 15 */
                ubicaciones: number;
            }[];
            /**
             * @description El rectángulo que las contiene: minLon, minLat, maxLon, maxLat.
             * @example [
             *       -89.7,
             *       20.9,
             *       -89.5,
             *       21.1
             *     ]
             */
            bbox: number[];
        };
        /**
         * LugarDeMapa
         * @description Una ubicación.
         */
        LugarDeMapa: {
            /** @example 1 */
            obraId: number;
            /** @example 1 */
            ubicacionId: number;
            /** @example 4 */
            estatusObraId: number;
            /** @description Si su obra está atrasada; sólo con conAtraso. */
            atrasada?: boolean;
        };
        /**
         * Mosaico
         * @description GeoJSON (RFC 7946), WGS 84, longitud primero.
         */
        Mosaico: {
            /** @constant */
            type: "FeatureCollection";
            features: {
                /** @constant */
                type: "Feature";
                /**
                 * @description El de la ubicación, donde es una.
                 * @example 1
                 */
                id?: number;
                geometry: components["schemas"]["Geometria"];
                properties: components["schemas"]["CeldaDeMapa"] | components["schemas"]["LugarDeMapa"];
            }[];
        };
        /**
         * Enlace
         * @description Enlace absoluto (RFC 8288).
         */
        Enlace: {
            /** @example https://obras.ejemplo.gob.mx/ogc */
            href: string;
            /** @example self */
            rel: string;
            /** @example application/json */
            type: string;
            /** @example Este documento */
            title?: string;
        };
        /**
         * Portada
         * @description Punto de partida: enlaces a lo demás.
         */
        Portada: {
            title: string;
            description: string;
            links: components["schemas"]["Enlace"][];
        };
        /**
         * PaginaHtml
         * @description La misma respuesta como página, para personas.
         * @example <!doctype html>…
         */
        PaginaHtml: string;
        /**
         * Definicion
         * @description Documento OpenAPI 3.0 de /ogc.
         * @example {
         *       "openapi": "3.0.3"
         *     }
         */
        Definicion: Record<string, never>;
        /**
         * Conformidad
         * @description Partes del estándar que se cumplen.
         */
        Conformidad: {
            conformsTo: string[];
        };
        /**
         * Coleccion
         * @description Capa; sin extent, está vacía.
         */
        Coleccion: {
            /**
             * @description Capa: obras_puntos, obras_rutas, obras_poligonos, municipios.
             * @example obras_puntos
             */
            id: string;
            title: string;
            description: string;
            links: components["schemas"]["Enlace"][];
            extent?: {
                spatial: {
                    /**
                     * @example [
                     *       [
                     *         -90.41,
                     *         19.55,
                     *         -87.53,
                     *         21.63
                     *       ]
                     *     ]
                     */
                    bbox: number[][];
                    crs: string;
                };
            };
            /** @constant */
            itemType: "feature";
            crs: string[];
            /** @example http://www.opengis.net/def/crs/OGC/1.3/CRS84 */
            storageCrs: string;
        };
        /** Colecciones */
        Colecciones: {
            links: components["schemas"]["Enlace"][];
            collections: components["schemas"]["Coleccion"][];
        };
        /**
         * Esquema
         * @description JSON Schema de los elementos de una capa.
         * @example {
         *       "type": "object"
         *     }
         */
        Esquema: Record<string, never>;
        /**
         * Pagina
         * @description Una página de elementos de GeoJSON.
         */
        Pagina: {
            /** @constant */
            type: "FeatureCollection";
            /**
             * Format: date-time
             * @example 2026-01-15T14:30:00.000Z
             */
            timeStamp: string;
            /** @description Cuántos elementos cumplen los filtros; al avanzar, los de la primera página. */
            numberMatched: number;
            numberReturned: number;
            links: components["schemas"]["Enlace"][];
            features: {
                /** @constant */
                type: "Feature";
                /** @example 1 */
                id: number;
                /** @description null donde el sistema de coordenadas no alcanza. */
                geometry: components["schemas"]["Geometria"] | null;
                /**
                 * @description Véase el esquema de la capa.
                 * @example {
                 *       "clave": "31050",
                 *       "nombre": "Mérida"
                 *     }
                 */
                properties: Record<string, never>;
            }[];
        };
        /** ElementoDeCapa */
        ElementoDeCapa: {
            /** @constant */
            type: "Feature";
            /** @example 1 */
            id: number;
            /** @description null donde el sistema de coordenadas no alcanza. */
            geometry: components["schemas"]["Geometria"] | null;
            /**
             * @description Véase el esquema de la capa.
             * @example {
             *       "clave": "31050",
             *       "nombre": "Mérida"
             *     }
             */
            properties: Record<string, never>;
            links: components["schemas"]["Enlace"][];
        };
        /**
         * Paquete
         * @description Paquete de proyectos de OC4IDS 0.9.5, conforme a su esquema oficial.
         */
        Paquete: {
            /** @example https://obras.ejemplo.gob.mx/oc4ids */
            uri: string;
            /**
             * Format: date-time
             * @description El último cambio de las obras o de sus catálogos.
             * @example 2026-01-15T14:30:00.000Z
             */
            publishedDate: string;
            /** @constant */
            version: "0.9";
            publisher: {
                /** @example Gobierno de Yucatán */
                name: string;
            };
            projects: {
                /** @example oc4ids-xxxxxx-SOP-2026-0001 */
                id: string;
            }[];
        };
        /** ImportacionListada */
        ImportacionListada: {
            /**
             * Format: uuid
             * @example 6b1f7a52-6a4e-4f0e-9a67-0f5a1c3d2e4b
             */
            id: string;
            /** @example obras-2026.xlsx */
            archivo: string;
            /**
             * @description Se pidió sólo revisar.
             * @example false
             */
            simular: boolean;
            /**
             * @description En curso: revisando o escribiendo. Ya terminó: terminada, con su informe; fallida, por lo que dice error; cancelada; o interrumpida, si se detuvo el servicio que la hacía.
             * @example escribiendo
             * @enum {string}
             */
            estado: "revisando" | "escribiendo" | "terminada" | "fallida" | "cancelada" | "interrumpida";
            /**
             * @description El correo de quien importa; null si es la orden npm run import.
             * @example admin@obras.local
             */
            usuario: string | null;
            /**
             * Format: date-time
             * @example 2026-01-15T14:30:00.000Z
             */
            iniciadaEn: string;
            /**
             * Format: date-time
             * @example 2026-01-15T14:31:10.000Z
             */
            terminadaEn: string | null;
            /**
             * @description Filas del archivo que ya se revisaron.
             * @example 20000
             */
            filasRevisadas: number;
            /**
             * @description Filas del archivo; mientras se lee, las que parece tener. null si no se sabe.
             * @example 20000
             */
            filasTotal: number | null;
            /**
             * @description Filas que ya están en el registro.
             * @example 8400
             */
            filasEscritas: number;
            /**
             * @description Filas que cambian el registro; null hasta que todas se revisaron.
             * @example 19950
             */
            filasPorEscribir: number | null;
            /**
             * @description Por qué no llegó al final, y qué quedó.
             * @example Se interrumpió antes de terminar: 8,400 filas ya están; importe de nuevo el mismo archivo para terminar.
             */
            error: string | null;
        };
        /** HojaDelLibro */
        HojaDelLibro: {
            /** @example Obras 2026 */
            nombre: string;
            /**
             * @description Filas con algo escrito; null si no se contaron.
             * @example 120
             */
            filas: number | null;
            /**
             * @description Si es la que se leyó.
             * @example true
             */
            leida: boolean;
        };
        /** ColumnaLeida */
        ColumnaLeida: {
            /** @example Municipio */
            columna: string;
            /**
             * @description El campo que se leyó de ella; null si no se usó.
             * @example municipio
             */
            campo: string | null;
        };
        /**
         * ValoresEntendidos
         * @description Lo que se entendió: cantidades en pesos, nombres de los registros, coordenadas en grados. Falta lo que la fila no dice o no se entiende.
         * @example {
         *       "claveUnica": "SOP-2026-0001",
         *       "monto": "1250000.50",
         *       "municipio": "Mérida"
         *     }
         */
        ValoresEntendidos: {
            claveUnica?: string;
            nombre?: string;
            descripcion?: string;
            monto?: string;
            ejercicioFiscal?: string;
            dependencia?: string;
            siglas?: string;
            municipio?: string;
            municipioClave?: string;
            tipoProyecto?: string;
            estatus?: string;
            direccion?: string;
            localidadReferencia?: string;
            referenciaLugar?: string;
            longitud?: string;
            latitud?: string;
            entidad?: string;
            avanceFisico?: string;
            coordenadas?: string;
            moneda?: string;
            tipoCambio?: string;
            iva?: string;
        };
        /** FilaEntendida */
        FilaEntendida: {
            /**
             * @description Como la muestra la hoja de cálculo.
             * @example 2
             */
            fila: number;
            valores: components["schemas"]["ValoresEntendidos"];
        };
        /** ValorObservado */
        ValorObservado: {
            /**
             * @description Lo que dicen las celdas.
             * @example Tizmin
             */
            valor: string;
            /**
             * @description Cuántas filas lo dicen.
             * @example 31
             */
            cuantas: number;
            /**
             * @description El nombre más parecido, si hay alguno.
             * @example Tizimín
             */
            sugerencia: string | null;
            /**
             * @description Si es casi seguro que se quiso decir la sugerencia: tiene las mismas palabras, salvo abreviaturas o una letra, y ningún otro nombre del catálogo se le parece tanto.
             * @example true
             */
            esSegura: boolean;
        };
        /** GrupoDeObservaciones */
        GrupoDeObservaciones: {
            /**
             * @description error: sus filas se rechazan. aviso: se aceptan, pero conviene revisarlas.
             * @example error
             * @enum {string}
             */
            gravedad: "error" | "aviso";
            /**
             * @description valorDesconocido: un nombre que el catálogo no tiene. seAgrega: un nombre que se agrega al catálogo. faltaDato: un dato obligatorio que la fila no trae. faltaColumna: un campo obligatorio del que no se reconoció la columna. unidadMonto: el encabezado no dice que los montos estén en pesos. otraMoneda: el encabezado habla de otra moneda. unidadDicha: la unidad en que se leen los montos, como se indicó. unidadAvance: avances de 0 a 1 que no dicen %: pueden ser por cientos o fracciones. ocultas: filas o columnas que la hoja oculta. yaExiste: la obra ya está y el archivo dice otra cosa. otro: lo demás.
             * @example valorDesconocido
             * @enum {string}
             */
            codigo: "valorDesconocido" | "seAgrega" | "faltaDato" | "faltaColumna" | "unidadMonto" | "otraMoneda" | "unidadDicha" | "unidadAvance" | "ocultas" | "yaExiste" | "otro";
            /**
             * @description El campo de que se trata; null si es de toda la fila.
             * @example municipio
             */
            campo: string | null;
            /**
             * @description El encabezado de su columna; null si no es de una sola.
             * @example Municipio
             */
            columna: string | null;
            /** @example Municipio: no existe en el catálogo. */
            mensaje: string;
            /**
             * @description Qué parámetro de la solicitud lo resuelve, si alguno.
             * @example Con valores diga a qué registro corresponde cada uno.
             */
            remedio: string | null;
            /**
             * @description Cuántas filas.
             * @example 38
             */
            cuantas: number;
            /**
             * @description Cuáles; vacío si es de todo el archivo.
             * @example 2–9, 14, 20 y 28 más
             */
            filas: string;
            /** @description Los valores, los más frecuentes primero, hasta 20. */
            valores: components["schemas"]["ValorObservado"][];
        };
        /** Observacion */
        Observacion: {
            /**
             * @description Como la muestra la hoja de cálculo.
             * @example 14
             */
            fila: number;
            /**
             * @description El encabezado del archivo, o el campo si el archivo no tiene esa columna.
             * @example Municipio
             */
            columna: string;
            /**
             * @description El campo de que se trata; null si es de toda la fila.
             * @example municipio
             */
            campo: string | null;
            /**
             * @description Lo que dice la celda.
             * @example Tizmin
             */
            valor: string | null;
            /** @example Municipio: no existe el municipio «Tizmin». ¿Quiso decir «Tizimín»? */
            mensaje: string;
        };
        /** InformeDeImportacion */
        InformeDeImportacion: {
            /**
             * @description Se pidió sólo revisar.
             * @example false
             */
            simulacro: boolean;
            /**
             * @description Si se hizo lo que dicen las cuentas. false en un simulacro, y cuando una fila rechazada lo detuvo todo.
             * @example false
             */
            aplicada: boolean;
            /**
             * @description Filas con datos; la suma de las cuatro cuentas siguientes.
             * @example 120
             */
            filas: number;
            /**
             * @description Obras nuevas.
             * @example 98
             */
            creadas: number;
            /**
             * @description Obras cambiadas.
             * @example 0
             */
            actualizadas: number;
            /**
             * @description Obras que ya estaban igual.
             * @example 21
             */
            sinCambio: number;
            /**
             * @description Filas con errores.
             * @example 1
             */
            rechazadas: number;
            /** @description Las hojas visibles del libro, en su orden; ninguna si no es un libro. */
            hojas: components["schemas"]["HojaDelLibro"][];
            /**
             * @description La fila de los encabezados, como la muestra la hoja de cálculo.
             * @example 1
             */
            filaEncabezados: number;
            /** @description Los encabezados del archivo, en su orden. */
            columnas: components["schemas"]["ColumnaLeida"][];
            /** @description Las primeras filas como se entendieron, hasta 5. */
            muestra: components["schemas"]["FilaEntendida"][];
            /** @description Errores y avisos de todas las filas, dichos una vez: primero los errores, y los de más filas antes. Hasta 100. */
            grupos: components["schemas"]["GrupoDeObservaciones"][];
            /** @description Por qué se rechazaron filas: todas las fallas de cada una, hasta 1,000. */
            errores: components["schemas"]["Observacion"][];
            /**
             * @description Errores que ya no caben en la lista.
             * @example 0
             */
            erroresOmitidos: number;
            /** @description Lo que se acepta pero conviene revisar, hasta 1,000. */
            avisos: components["schemas"]["Observacion"][];
            /**
             * @description Avisos que ya no caben en la lista.
             * @example 0
             */
            avisosOmitidos: number;
        };
        /** Importacion */
        Importacion: {
            /**
             * Format: uuid
             * @example 6b1f7a52-6a4e-4f0e-9a67-0f5a1c3d2e4b
             */
            id: string;
            /** @example obras-2026.xlsx */
            archivo: string;
            /**
             * @description Se pidió sólo revisar.
             * @example false
             */
            simular: boolean;
            /**
             * @description En curso: revisando o escribiendo. Ya terminó: terminada, con su informe; fallida, por lo que dice error; cancelada; o interrumpida, si se detuvo el servicio que la hacía.
             * @example escribiendo
             * @enum {string}
             */
            estado: "revisando" | "escribiendo" | "terminada" | "fallida" | "cancelada" | "interrumpida";
            /**
             * @description El correo de quien importa; null si es la orden npm run import.
             * @example admin@obras.local
             */
            usuario: string | null;
            /**
             * Format: date-time
             * @example 2026-01-15T14:30:00.000Z
             */
            iniciadaEn: string;
            /**
             * Format: date-time
             * @example 2026-01-15T14:31:10.000Z
             */
            terminadaEn: string | null;
            /**
             * @description Filas del archivo que ya se revisaron.
             * @example 20000
             */
            filasRevisadas: number;
            /**
             * @description Filas del archivo; mientras se lee, las que parece tener. null si no se sabe.
             * @example 20000
             */
            filasTotal: number | null;
            /**
             * @description Filas que ya están en el registro.
             * @example 8400
             */
            filasEscritas: number;
            /**
             * @description Filas que cambian el registro; null hasta que todas se revisaron.
             * @example 19950
             */
            filasPorEscribir: number | null;
            /**
             * @description Por qué no llegó al final, y qué quedó.
             * @example Se interrumpió antes de terminar: 8,400 filas ya están; importe de nuevo el mismo archivo para terminar.
             */
            error: string | null;
            informe: components["schemas"]["InformeDeImportacion"] | null;
        };
        /** ColumnaLeidaDeSeguimiento */
        ColumnaLeidaDeSeguimiento: {
            /** @example Municipio */
            columna: string;
            /**
             * @description El campo que se leyó de ella; null si no se usó.
             * @example municipio
             */
            campo: string | null;
        };
        /**
         * ValoresEntendidosDeSeguimiento
         * @description Lo que se entendió: por cientos, cantidades en pesos, fechas como 2026-06-30. Falta lo que la fila no dice o no se entiende.
         * @example {
         *       "claveUnica": "SOP-2026-0001",
         *       "fechaCorte": "2026-06-30",
         *       "avanceFisico": "45.5"
         *     }
         */
        ValoresEntendidosDeSeguimiento: {
            claveUnica?: string;
            fechaCorte?: string;
            avanceFisico?: string;
            montoPagado?: string;
            causaAtraso?: string;
            observaciones?: string;
            fechaPagado?: string;
            trimestre?: string;
            ciclo?: string;
            numero?: string;
            naturaleza?: string;
            procedimiento?: string;
            numeroProponentes?: string;
            objeto?: string;
            contratista?: string;
            contratistaRfc?: string;
            ocid?: string;
            url?: string;
            monto?: string;
            anticipo?: string;
            fechaFirma?: string;
            fechaInicio?: string;
            fechaTermino?: string;
            terminacion?: string;
            fechaTerminacion?: string;
            montoFinal?: string;
            fechaEntregaRecepcion?: string;
            motivoTerminacion?: string;
            moneda?: string;
            tipoCambio?: string;
            iva?: string;
        };
        /** FilaEntendidaDeSeguimiento */
        FilaEntendidaDeSeguimiento: {
            /**
             * @description Como la muestra la hoja de cálculo.
             * @example 2
             */
            fila: number;
            valores: components["schemas"]["ValoresEntendidosDeSeguimiento"];
        };
        /** InformeDeImportacionDeSeguimiento */
        InformeDeImportacionDeSeguimiento: {
            /**
             * @description Se pidió sólo revisar.
             * @example false
             */
            simulacro: boolean;
            /**
             * @description Si se hizo lo que dicen las cuentas. false en un simulacro, y cuando una fila rechazada lo detuvo todo.
             * @example false
             */
            aplicada: boolean;
            /**
             * @description Filas con datos; la suma de las cuatro cuentas siguientes.
             * @example 120
             */
            filas: number;
            /**
             * @description Filas que registran un avance o un contrato.
             * @example 98
             */
            creadas: number;
            /**
             * @description Filas que cambian uno que ya estaba.
             * @example 0
             */
            actualizadas: number;
            /**
             * @description Filas que no dicen nada nuevo.
             * @example 21
             */
            sinCambio: number;
            /**
             * @description Filas con errores.
             * @example 1
             */
            rechazadas: number;
            /** @description Las hojas visibles del libro, en su orden; ninguna si no es un libro. */
            hojas: components["schemas"]["HojaDelLibro"][];
            /**
             * @description La fila de los encabezados, como la muestra la hoja de cálculo.
             * @example 1
             */
            filaEncabezados: number;
            /** @description Los encabezados del archivo, en su orden. */
            columnas: components["schemas"]["ColumnaLeidaDeSeguimiento"][];
            /** @description Las primeras filas como se entendieron, hasta 5. */
            muestra: components["schemas"]["FilaEntendidaDeSeguimiento"][];
            /** @description Errores y avisos de todas las filas, dichos una vez: primero los errores, y los de más filas antes. Hasta 100. */
            grupos: components["schemas"]["GrupoDeObservaciones"][];
            /** @description Por qué se rechazaron filas: todas las fallas de cada una, hasta 1,000. */
            errores: components["schemas"]["Observacion"][];
            /**
             * @description Errores que ya no caben en la lista.
             * @example 0
             */
            erroresOmitidos: number;
            /** @description Lo que se acepta pero conviene revisar, hasta 1,000. */
            avisos: components["schemas"]["Observacion"][];
            /**
             * @description Avisos que ya no caben en la lista.
             * @example 0
             */
            avisosOmitidos: number;
        };
        /** ImportacionDeSeguimiento */
        ImportacionDeSeguimiento: {
            /**
             * Format: uuid
             * @example 6b1f7a52-6a4e-4f0e-9a67-0f5a1c3d2e4b
             */
            id: string;
            /** @example obras-2026.xlsx */
            archivo: string;
            /**
             * @description Se pidió sólo revisar.
             * @example false
             */
            simular: boolean;
            /**
             * @description En curso: revisando o escribiendo. Ya terminó: terminada, con su informe; fallida, por lo que dice error; cancelada; o interrumpida, si se detuvo el servicio que la hacía.
             * @example escribiendo
             * @enum {string}
             */
            estado: "revisando" | "escribiendo" | "terminada" | "fallida" | "cancelada" | "interrumpida";
            /**
             * @description El correo de quien importa; null si es la orden npm run import.
             * @example admin@obras.local
             */
            usuario: string | null;
            /**
             * Format: date-time
             * @example 2026-01-15T14:30:00.000Z
             */
            iniciadaEn: string;
            /**
             * Format: date-time
             * @example 2026-01-15T14:31:10.000Z
             */
            terminadaEn: string | null;
            /**
             * @description Filas del archivo que ya se revisaron.
             * @example 20000
             */
            filasRevisadas: number;
            /**
             * @description Filas del archivo; mientras se lee, las que parece tener. null si no se sabe.
             * @example 20000
             */
            filasTotal: number | null;
            /**
             * @description Filas que ya están en el registro.
             * @example 8400
             */
            filasEscritas: number;
            /**
             * @description Filas que cambian el registro; null hasta que todas se revisaron.
             * @example 19950
             */
            filasPorEscribir: number | null;
            /**
             * @description Por qué no llegó al final, y qué quedó.
             * @example Se interrumpió antes de terminar: 8,400 filas ya están; importe de nuevo el mismo archivo para terminar.
             */
            error: string | null;
            informe: components["schemas"]["InformeDeImportacionDeSeguimiento"] | null;
        };
        /**
         * CausaAtraso
         * @description Por qué va atrasada, si va; null si no.
         * @example CLIMA
         * @enum {string|null}
         */
        CausaAtraso: "CLIMA" | "PREDIO" | "PERMISOS" | "PAGOS" | "CONTRATISTA" | "PROYECTO" | "SOCIAL" | "FUERZA_MAYOR" | "OTRA" | null;
        /**
         * FilaDeSeguimiento
         * @description Cómo va una obra, en un renglón.
         */
        FilaDeSeguimiento: {
            /**
             * @description Identificador de la obra.
             * @example 1
             */
            obraId: number;
            /**
             * @description Clave única de la obra.
             * @example SOP-2026-0001
             */
            claveUnica: string;
            /**
             * @description Nombre de la obra.
             * @example Pavimentación de la calle 60
             */
            nombre: string;
            /**
             * @description Dependencia que ejecuta la obra.
             * @example 1
             */
            dependenciaId: number;
            /** @example Secretaría de Obras Públicas */
            dependencia: string;
            /**
             * @description Municipio: 1 a 106, el número de INEGI en Yucatán.
             * @example 50
             */
            municipioId: number;
            /** @example Mérida */
            municipio: string;
            /**
             * @description Estatus; véase GET /estatus-obra.
             * @example 4
             */
            estatusObraId: number;
            /** @example En proceso */
            estatus: string;
            /**
             * @description Presupuesto en pesos mexicanos (MXN), con dos decimales a lo más.
             * @example 1250000.5
             */
            monto: number;
            /**
             * Format: date
             * @description La del avance más nuevo; null sin avances.
             * @example 2026-06-30
             */
            fechaCorte: string | null;
            /**
             * @description Por ciento construido de toda la obra desde su inicio: 45.5 es 45.5 %.
             * @example 45.5
             */
            avanceFisico: number | null;
            /**
             * @description Por ciento pagado del monto.
             * @example 91.5
             */
            avanceFinanciero: number | null;
            /**
             * @description El último que dijo un avance (MXN); null si ninguno lo ha dicho.
             * @example 1200000
             */
            montoPagado: number | null;
            /**
             * Format: date
             * @description La de corte del avance que dijo montoPagado.
             * @example 2026-06-30
             */
            fechaPagado: string | null;
            /**
             * @description Por ciento pagado de montoVigente, el de los contratos que la construyen; sin contratos, de monto.
             * @example 91.5
             */
            pagadoContratos: number | null;
            /**
             * @description Puntos en que pagadoContratos rebasa a avanceFisico, lo que compara el filtro; negativo si va detrás, null si ya se construyó.
             * @example 12.5
             */
            pagoAdelantado: number | null;
            causaAtraso: components["schemas"]["CausaAtraso"];
            /**
             * @description Cuántos avances.
             * @example 1
             */
            reportes: number;
            /**
             * Format: date
             * @example 2026-10-31
             */
            fechaTerminoBase: string | null;
            /**
             * Format: date
             * @example 2026-12-15
             */
            fechaTerminoVigente: string | null;
            /**
             * @description Como en GET /obras/:id/seguimiento.
             * @example 0
             */
            diasAtraso: number | null;
            /**
             * @description Si la encuentra el filtro atrasadas: venció su término y nadie dice que acabó.
             * @example false
             */
            atrasada: boolean;
            /**
             * @description Cuántos contratos la construyen.
             * @example 1
             */
            contratos: number;
            /**
             * @description La suma de los que se firmaron (MXN).
             * @example 1200000
             */
            montoContratado: number | null;
            /**
             * @description Con sus convenios (MXN).
             * @example 1200000
             */
            montoVigente: number | null;
            /**
             * @description Por ciento en que montoVigente rebasa a montoContratado, lo que compara el filtro.
             * @example 11.44
             */
            crecimientoContratos: number | null;
            /**
             * @description Cuántos convenios de esos contratos.
             * @example 1
             */
            convenios: number;
            /**
             * @description Quienes la construyen.
             * @example Constructora del Mayab, S.A. de C.V.
             */
            contratista: string | null;
        };
        /** ResumenDeSeguimiento */
        ResumenDeSeguimiento: {
            /** @example dependencia */
            por: string;
            /**
             * @description El último día del trimestre que terminó, hoy en Mérida.
             * @example 2026-09-30
             */
            corteEsperado: string;
            total: {
                /**
                 * @description Cuántas obras.
                 * @example 12
                 */
                obras: number;
                /**
                 * @description Cuántas no están terminadas ni canceladas.
                 * @example 9
                 */
                abiertas: number;
                /**
                 * @description De ésas, cuántas ya empezaron, por su estatus, sus avances o sus fechas: se espera su avance.
                 * @example 7
                 */
                empezadas: number;
                /**
                 * @description De las empezadas, cuántas tienen un avance con corte en corteEsperado o después.
                 * @example 5
                 */
                alCorriente: number;
                /**
                 * @description De las empezadas, cuántas nunca han reportado.
                 * @example 2
                 */
                sinAvances: number;
                /**
                 * @description De las abiertas, cuántas pasaron de su fecha de término vigente.
                 * @example 3
                 */
                atrasadas: number;
                /**
                 * @description Suma de sus montos (MXN).
                 * @example 18450000.5
                 */
                monto: number;
                /**
                 * @description Suma de los contratos que las construyen, como se firmaron (MXN).
                 * @example 18450000.5
                 */
                montoContratado: number;
                /**
                 * @description Lo mismo con sus convenios (MXN).
                 * @example 18450000.5
                 */
                montoVigente: number;
                /**
                 * @description Suma de lo pagado según el último avance de cada una que lo dice (MXN).
                 * @example 18450000.5
                 */
                montoPagado: number;
            };
            /** @description En el orden de su catálogo; al final las obras sin tipo. */
            grupos: {
                /** @example 1 */
                id: number | null;
                /** @example Secretaría de Obras Públicas */
                nombre: string | null;
                /**
                 * @description Cuántas obras.
                 * @example 12
                 */
                obras: number;
                /**
                 * @description Cuántas no están terminadas ni canceladas.
                 * @example 9
                 */
                abiertas: number;
                /**
                 * @description De ésas, cuántas ya empezaron, por su estatus, sus avances o sus fechas: se espera su avance.
                 * @example 7
                 */
                empezadas: number;
                /**
                 * @description De las empezadas, cuántas tienen un avance con corte en corteEsperado o después.
                 * @example 5
                 */
                alCorriente: number;
                /**
                 * @description De las empezadas, cuántas nunca han reportado.
                 * @example 2
                 */
                sinAvances: number;
                /**
                 * @description De las abiertas, cuántas pasaron de su fecha de término vigente.
                 * @example 3
                 */
                atrasadas: number;
                /**
                 * @description Suma de sus montos (MXN).
                 * @example 18450000.5
                 */
                monto: number;
                /**
                 * @description Suma de los contratos que las construyen, como se firmaron (MXN).
                 * @example 18450000.5
                 */
                montoContratado: number;
                /**
                 * @description Lo mismo con sus convenios (MXN).
                 * @example 18450000.5
                 */
                montoVigente: number;
                /**
                 * @description Suma de lo pagado según el último avance de cada una que lo dice (MXN).
                 * @example 18450000.5
                 */
                montoPagado: number;
            }[];
        };
        /**
         * NaturalezaContrato
         * @description Construirla, supervisarla o proyectarla. Plazos y montos de la obra son los de OBRA.
         * @example OBRA
         * @enum {string}
         */
        NaturalezaContrato: "OBRA" | "SUPERVISION" | "PROYECTO";
        /**
         * ProcedimientoContrato
         * @description Cómo se adjudicó.
         * @example LICITACION_PUBLICA
         * @enum {string|null}
         */
        ProcedimientoContrato: "LICITACION_PUBLICA" | "INVITACION" | "ADJUDICACION_DIRECTA" | null;
        /**
         * TerminacionContrato
         * @description Cómo terminó; null mientras sigue. ANTICIPADA y RESCISION piden motivoTerminacion.
         * @example CONCLUIDO
         * @enum {string|null}
         */
        TerminacionContrato: "CONCLUIDO" | "ANTICIPADA" | "RESCISION" | null;
        /**
         * FilaDeContrato
         * @description Un contrato y su obra, en un renglón.
         */
        FilaDeContrato: {
            /** @example 1 */
            contratoId: number;
            /**
             * @description Identificador de la obra.
             * @example 1
             */
            obraId: number;
            /**
             * @description Clave única de la obra.
             * @example SOP-2026-0001
             */
            claveUnica: string;
            /**
             * @description Nombre de la obra.
             * @example Pavimentación de la calle 60
             */
            nombre: string;
            /** @example Secretaría de Obras Públicas */
            dependencia: string;
            /**
             * @description Único en la obra, sin distinguir mayúsculas. Uno que paga varias obras está en cada una con su parte.
             * @example SOP-LP-014-2026
             */
            numero: string;
            naturaleza: components["schemas"]["NaturalezaContrato"];
            procedimiento: components["schemas"]["ProcedimientoContrato"];
            /** @example 4 */
            numeroProponentes: number | null;
            /**
             * @description Qué se contrata.
             * @example Pavimentación con concreto hidráulico de la calle 60.
             */
            objeto: string;
            /**
             * @description Nombre o razón social.
             * @example Constructora del Mayab, S.A. de C.V.
             */
            contratista: string;
            /** @example CMA010203AB4 */
            contratistaRfc: string | null;
            /**
             * @description Identificador del procedimiento en OCDS, si lo tiene.
             * @example ocds-07smqs-2741113
             */
            ocid: string | null;
            /**
             * @description Dónde está publicado, con https://.
             * @example https://compras.ejemplo.gob.mx/SOP-LP-014-2026
             */
            url: string | null;
            /**
             * Format: date
             * @example 2026-01-20
             */
            fechaFirma: string;
            /**
             * Format: date
             * @example 2026-02-01
             */
            fechaInicio: string;
            /**
             * Format: date
             * @example 2026-10-31
             */
            fechaTermino: string;
            /**
             * Format: date
             * @example 2026-12-15
             */
            fechaTerminoVigente: string;
            /**
             * @description El que se firmó, IVA incluido (MXN).
             * @example 1180000
             */
            monto: number;
            /**
             * @description No más que monto (MXN).
             * @example 354000
             */
            anticipo: number | null;
            /**
             * @description Con sus convenios (MXN).
             * @example 1200000
             */
            montoVigente: number | null;
            /**
             * @description En por ciento del firmado.
             * @example 11.44
             */
            variacionMonto: number | null;
            /**
             * @description Cuántos convenios.
             * @example 1
             */
            convenios: number;
            terminacion: components["schemas"]["TerminacionContrato"];
            /**
             * Format: date
             * @description Junto con terminacion.
             * @example 2026-11-20
             */
            fechaTerminacion: string | null;
            /**
             * @description Lo que costó; sólo de uno que terminó (MXN).
             * @example 1315000.5
             */
            montoFinal: number | null;
            /**
             * Format: date
             * @description Sólo de uno que terminó.
             * @example 2026-11-23
             */
            fechaEntregaRecepcion: string | null;
            /** @example Se ejecutó todo el alcance. */
            motivoTerminacion: string | null;
        };
        /**
         * Avance
         * @description Lo construido y lo pagado de una obra hasta un día.
         */
        Avance: {
            /** @example 1 */
            id: number;
            /**
             * Format: date
             * @description Día hasta el que cuenta: AAAA-MM-DD, no posterior a hoy en Mérida.
             * @example 2026-06-30
             */
            fechaCorte: string;
            /**
             * @description Por ciento construido de toda la obra desde su inicio: 45.5 es 45.5 %.
             * @example 45.5
             */
            avanceFisico: number;
            /**
             * @description Pagado desde el inicio de la obra, IVA incluido (MXN); null si no se sabe.
             * @example 1200000
             */
            montoPagado: number | null;
            causaAtraso: components["schemas"]["CausaAtraso"];
            /**
             * @description Obligatorias donde el avance o lo pagado es menos que en un corte anterior.
             * @example Se terminó la cimentación.
             */
            observaciones: string;
            /**
             * @description Por ciento pagado: montoPagado entre el monto de la obra; null si falta uno, o el monto es 0.
             * @example 91.5
             */
            avanceFinanciero: number | null;
            /**
             * Format: date-time
             * @example 2026-07-05T15:30:00.000Z
             */
            creadoEn: string;
            /**
             * Format: date-time
             * @example 2026-07-05T15:30:00.000Z
             */
            actualizadoEn: string;
        };
        /**
         * Pagado
         * @description Lo último que un avance dijo pagado; null si ninguno.
         */
        Pagado: {
            /**
             * @description Pagado desde el inicio de la obra, IVA incluido (MXN).
             * @example 1200000
             */
            montoPagado: number;
            /**
             * @description La del avance que lo dijo.
             * @example 2026-06-30
             */
            fechaCorte: string;
            /**
             * @description Por ciento pagado: montoPagado entre el monto de la obra; null si falta uno, o el monto es 0.
             * @example 91.5
             */
            avanceFinanciero: number | null;
        };
        /** PuntoDePrograma */
        PuntoDePrograma: {
            /**
             * Format: date
             * @example 2026-06-30
             */
            fecha: string;
            /**
             * @description Por ciento construido de toda la obra desde su inicio: 45.5 es 45.5 %.
             * @example 45.5
             */
            avanceFisico: number;
        };
        /**
         * Programa
         * @description Cuándo debe construirse. El original no cambia: se reprograma con otra versión.
         */
        Programa: {
            /**
             * @description 1 es el programa original; cada reprogramación tiene la siguiente.
             * @example 1
             */
            version: number;
            /**
             * Format: date
             * @example 2026-02-01
             */
            fechaInicio: string;
            /**
             * Format: date
             * @example 2026-12-15
             */
            fechaTermino: string;
            /**
             * @description Por qué se reprogramó: obligatorio desde la versión 2.
             * @example Las lluvias de junio detuvieron la obra.
             */
            motivo: string | null;
            /** @description Qué por ciento debe estar construido en qué fecha: por fecha, sin bajar y dentro del plazo. */
            curva: components["schemas"]["PuntoDePrograma"][];
            /**
             * Format: date-time
             * @example 2026-07-05T15:30:00.000Z
             */
            creadoEn: string;
        };
        /**
         * Ejecucion
         * @description Cuándo se construyó y en qué quedó; null lo que no se ha dicho.
         */
        Ejecucion: {
            /**
             * Format: date
             * @example 2026-02-10
             */
            fechaInicioReal: string | null;
            /**
             * Format: date
             * @example 2026-11-20
             */
            fechaTerminoReal: string | null;
            /**
             * Format: date
             * @example 2026-11-23
             */
            fechaEntregaRecepcion: string | null;
            /**
             * @description Lo que costó, IVA incluido (MXN).
             * @example 1315000.5
             */
            montoFinal: number | null;
            /**
             * @description Qué se construyó al final.
             * @example 1.2 km de pavimento hidráulico.
             */
            alcanceFinal: string | null;
            /**
             * @description Por qué costó, tardó o abarcó otra cosa que lo previsto.
             * @example Se agregó el drenaje pluvial.
             */
            motivoVariacion: string | null;
        };
        /** Convenio */
        Convenio: {
            /** @example 1 */
            id: number;
            /**
             * @description Lo da el servicio, desde 1.
             * @example 1
             */
            orden: number;
            /**
             * Format: date
             * @example 2026-08-15
             */
            fecha: string;
            /**
             * @description Todo el contrato desde entonces (MXN); null si no cambia.
             * @example 1315000.5
             */
            montoNuevo: number | null;
            /**
             * Format: date
             * @description null si no cambia.
             * @example 2026-12-15
             */
            fechaTerminoNueva: string | null;
            /**
             * @description Qué se agrega o se quita; null si no cambia.
             * @example Drenaje pluvial entre las calles 61 y 65.
             */
            alcance: string | null;
            /** @example Volúmenes adicionales por suelo rocoso. */
            justificacion: string;
        };
        /**
         * Contrato
         * @description Un contrato de una obra, con sus convenios.
         */
        Contrato: {
            /** @example 1 */
            id: number;
            /**
             * @description Único en la obra, sin distinguir mayúsculas. Uno que paga varias obras está en cada una con su parte.
             * @example SOP-LP-014-2026
             */
            numero: string;
            naturaleza: components["schemas"]["NaturalezaContrato"];
            procedimiento: components["schemas"]["ProcedimientoContrato"];
            /** @example 4 */
            numeroProponentes: number | null;
            /**
             * @description Qué se contrata.
             * @example Pavimentación con concreto hidráulico de la calle 60.
             */
            objeto: string;
            /**
             * @description Nombre o razón social.
             * @example Constructora del Mayab, S.A. de C.V.
             */
            contratista: string;
            /** @example CMA010203AB4 */
            contratistaRfc: string | null;
            /**
             * @description Identificador del procedimiento en OCDS, si lo tiene.
             * @example ocds-07smqs-2741113
             */
            ocid: string | null;
            /**
             * @description Dónde está publicado, con https://.
             * @example https://compras.ejemplo.gob.mx/SOP-LP-014-2026
             */
            url: string | null;
            /**
             * @description El que se firmó, IVA incluido (MXN).
             * @example 1180000
             */
            monto: number;
            /**
             * @description No más que monto (MXN).
             * @example 354000
             */
            anticipo: number | null;
            /**
             * Format: date
             * @example 2026-01-20
             */
            fechaFirma: string;
            /**
             * Format: date
             * @example 2026-02-01
             */
            fechaInicio: string;
            /**
             * Format: date
             * @example 2026-10-31
             */
            fechaTermino: string;
            terminacion: components["schemas"]["TerminacionContrato"];
            /**
             * Format: date
             * @description Junto con terminacion.
             * @example 2026-11-20
             */
            fechaTerminacion: string | null;
            /**
             * @description Lo que costó; sólo de uno que terminó (MXN).
             * @example 1315000.5
             */
            montoFinal: number | null;
            /**
             * Format: date
             * @description Sólo de uno que terminó.
             * @example 2026-11-23
             */
            fechaEntregaRecepcion: string | null;
            /** @example Se ejecutó todo el alcance. */
            motivoTerminacion: string | null;
            /**
             * @description El del último convenio que lo cambia (MXN).
             * @example 1315000.5
             */
            montoVigente: number;
            /**
             * @description La del último convenio que la cambia.
             * @example 2026-12-15
             */
            fechaTerminoVigente: string;
            /**
             * @description Cuánto cambió el monto, en por ciento del firmado; null si se firmó por 0.
             * @example 11.44
             */
            variacionMonto: number | null;
            /**
             * @description Cuánto cambió la fecha de término, en días.
             * @example 45
             */
            variacionPlazo: number;
            /** @description Por fecha, y a igual fecha por orden. */
            convenios: components["schemas"]["Convenio"][];
        };
        /** Atraso */
        Atraso: {
            /**
             * @description La del programa original.
             * @example 2026-10-31
             */
            fechaTerminoBase: string | null;
            /**
             * @description La última de los contratos que construyen la obra, con sus convenios; los que terminaron antes de tiempo sólo cuentan si no hay otros. Sin contratos, la del programa más nuevo.
             * @example 2026-12-15
             */
            fechaTerminoVigente: string | null;
            /**
             * @description Días después de fechaTerminoVigente: hasta que terminó, o hasta hoy en Mérida; 0 si no los hay. null sin plazo, y donde la obra está cerrada y nadie ha dicho cuándo terminó.
             * @example 0
             */
            diasAtraso: number | null;
        };
        /**
         * SeguimientoDeObra
         * @description El avance más nuevo, lo pagado, el programa más nuevo y el original, la ejecución, los contratos, y los 24 avances más nuevos por fecha de corte.
         */
        SeguimientoDeObra: {
            /** @example 1 */
            obraId: number;
            avance: components["schemas"]["Avance"] | null;
            pagado: components["schemas"]["Pagado"] | null;
            programa: components["schemas"]["Programa"] | null;
            base: components["schemas"]["Programa"] | null;
            ejecucion: components["schemas"]["Ejecucion"];
            contratos: components["schemas"]["Contrato"][];
            avances: components["schemas"]["Avance"][];
            atraso: components["schemas"]["Atraso"];
        };
        /** NuevoAvance */
        NuevoAvance: {
            /**
             * Format: date
             * @description Día hasta el que cuenta: AAAA-MM-DD, no posterior a hoy en Mérida.
             * @example 2026-06-30
             */
            fechaCorte: string;
            /**
             * @description Por ciento construido de toda la obra desde su inicio: 45.5 es 45.5 %.
             * @example 45.5
             */
            avanceFisico: number;
            /**
             * @description Pagado desde el inicio de la obra, IVA incluido (MXN); null si no se sabe.
             * @example 1200000
             */
            montoPagado?: number | null;
            causaAtraso?: components["schemas"]["CausaAtraso"];
            /**
             * @description Obligatorias donde el avance o lo pagado es menos que en un corte anterior. Si falta, vale "".
             * @example Se terminó la cimentación.
             */
            observaciones?: string;
        };
        /** CambiosAvance */
        CambiosAvance: {
            /**
             * Format: date
             * @description Día hasta el que cuenta: AAAA-MM-DD, no posterior a hoy en Mérida.
             * @example 2026-06-30
             */
            fechaCorte?: string;
            /**
             * @description Por ciento construido de toda la obra desde su inicio: 45.5 es 45.5 %.
             * @example 45.5
             */
            avanceFisico?: number;
            /**
             * @description Pagado desde el inicio de la obra, IVA incluido (MXN); null si no se sabe.
             * @example 1200000
             */
            montoPagado?: number | null;
            causaAtraso?: components["schemas"]["CausaAtraso"];
            /**
             * @description Obligatorias donde el avance o lo pagado es menos que en un corte anterior.
             * @example Se terminó la cimentación.
             */
            observaciones?: string;
        };
        /**
         * Mensaje
         * @description Confirmación.
         * @example {
         *       "message": "El avance se eliminó."
         *     }
         */
        Mensaje: {
            message: string;
        };
        /** NuevoPrograma */
        NuevoPrograma: {
            /**
             * Format: date
             * @example 2026-02-01
             */
            fechaInicio: string;
            /**
             * Format: date
             * @example 2026-12-15
             */
            fechaTermino: string;
            /**
             * @description Por qué se reprogramó: obligatorio desde la versión 2.
             * @example Las lluvias de junio detuvieron la obra.
             */
            motivo?: string | null;
            /** @description Qué por ciento debe estar construido en qué fecha: por fecha, sin bajar y dentro del plazo. */
            curva?: components["schemas"]["PuntoDePrograma"][];
        };
        /** CambiosEjecucion */
        CambiosEjecucion: {
            /**
             * Format: date
             * @example 2026-02-10
             */
            fechaInicioReal?: string | null;
            /**
             * Format: date
             * @example 2026-11-20
             */
            fechaTerminoReal?: string | null;
            /**
             * Format: date
             * @example 2026-11-23
             */
            fechaEntregaRecepcion?: string | null;
            /**
             * @description Lo que costó, IVA incluido (MXN).
             * @example 1315000.5
             */
            montoFinal?: number | null;
            /**
             * @description Qué se construyó al final.
             * @example 1.2 km de pavimento hidráulico.
             */
            alcanceFinal?: string | null;
            /**
             * @description Por qué costó, tardó o abarcó otra cosa que lo previsto.
             * @example Se agregó el drenaje pluvial.
             */
            motivoVariacion?: string | null;
        };
        /** NuevoContrato */
        NuevoContrato: {
            /**
             * @description Único en la obra, sin distinguir mayúsculas. Uno que paga varias obras está en cada una con su parte.
             * @example SOP-LP-014-2026
             */
            numero: string;
            naturaleza: components["schemas"]["NaturalezaContrato"];
            /**
             * @description Qué se contrata.
             * @example Pavimentación con concreto hidráulico de la calle 60.
             */
            objeto: string;
            /**
             * @description Nombre o razón social.
             * @example Constructora del Mayab, S.A. de C.V.
             */
            contratista: string;
            /**
             * @description El que se firmó, IVA incluido (MXN).
             * @example 1180000
             */
            monto: number;
            /**
             * Format: date
             * @example 2026-01-20
             */
            fechaFirma: string;
            /**
             * Format: date
             * @example 2026-02-01
             */
            fechaInicio: string;
            /**
             * Format: date
             * @example 2026-10-31
             */
            fechaTermino: string;
            procedimiento?: components["schemas"]["ProcedimientoContrato"];
            /** @example 4 */
            numeroProponentes?: number | null;
            /** @example CMA010203AB4 */
            contratistaRfc?: string | null;
            /**
             * @description Identificador del procedimiento en OCDS, si lo tiene.
             * @example ocds-07smqs-2741113
             */
            ocid?: string | null;
            /**
             * @description Dónde está publicado, con https://.
             * @example https://compras.ejemplo.gob.mx/SOP-LP-014-2026
             */
            url?: string | null;
            /**
             * @description No más que monto (MXN).
             * @example 354000
             */
            anticipo?: number | null;
            terminacion?: components["schemas"]["TerminacionContrato"];
            /**
             * Format: date
             * @description Junto con terminacion.
             * @example 2026-11-20
             */
            fechaTerminacion?: string | null;
            /**
             * @description Lo que costó; sólo de uno que terminó (MXN).
             * @example 1315000.5
             */
            montoFinal?: number | null;
            /**
             * Format: date
             * @description Sólo de uno que terminó.
             * @example 2026-11-23
             */
            fechaEntregaRecepcion?: string | null;
            /** @example Se ejecutó todo el alcance. */
            motivoTerminacion?: string | null;
        };
        /** CambiosContrato */
        CambiosContrato: {
            /**
             * @description Único en la obra, sin distinguir mayúsculas. Uno que paga varias obras está en cada una con su parte.
             * @example SOP-LP-014-2026
             */
            numero?: string;
            naturaleza?: components["schemas"]["NaturalezaContrato"];
            procedimiento?: components["schemas"]["ProcedimientoContrato"];
            /** @example 4 */
            numeroProponentes?: number | null;
            /**
             * @description Qué se contrata.
             * @example Pavimentación con concreto hidráulico de la calle 60.
             */
            objeto?: string;
            /**
             * @description Nombre o razón social.
             * @example Constructora del Mayab, S.A. de C.V.
             */
            contratista?: string;
            /** @example CMA010203AB4 */
            contratistaRfc?: string | null;
            /**
             * @description Identificador del procedimiento en OCDS, si lo tiene.
             * @example ocds-07smqs-2741113
             */
            ocid?: string | null;
            /**
             * @description Dónde está publicado, con https://.
             * @example https://compras.ejemplo.gob.mx/SOP-LP-014-2026
             */
            url?: string | null;
            /**
             * @description El que se firmó, IVA incluido (MXN).
             * @example 1180000
             */
            monto?: number;
            /**
             * @description No más que monto (MXN).
             * @example 354000
             */
            anticipo?: number | null;
            /**
             * Format: date
             * @example 2026-01-20
             */
            fechaFirma?: string;
            /**
             * Format: date
             * @example 2026-02-01
             */
            fechaInicio?: string;
            /**
             * Format: date
             * @example 2026-10-31
             */
            fechaTermino?: string;
            terminacion?: components["schemas"]["TerminacionContrato"];
            /**
             * Format: date
             * @description Junto con terminacion.
             * @example 2026-11-20
             */
            fechaTerminacion?: string | null;
            /**
             * @description Lo que costó; sólo de uno que terminó (MXN).
             * @example 1315000.5
             */
            montoFinal?: number | null;
            /**
             * Format: date
             * @description Sólo de uno que terminó.
             * @example 2026-11-23
             */
            fechaEntregaRecepcion?: string | null;
            /** @example Se ejecutó todo el alcance. */
            motivoTerminacion?: string | null;
        };
        /** NuevoConvenio */
        NuevoConvenio: {
            /**
             * Format: date
             * @example 2026-08-15
             */
            fecha: string;
            /** @example Volúmenes adicionales por suelo rocoso. */
            justificacion: string;
            /**
             * @description Todo el contrato desde entonces (MXN); null si no cambia.
             * @example 1315000.5
             */
            montoNuevo?: number | null;
            /**
             * Format: date
             * @description null si no cambia.
             * @example 2026-12-15
             */
            fechaTerminoNueva?: string | null;
            /**
             * @description Qué se agrega o se quita; null si no cambia.
             * @example Drenaje pluvial entre las calles 61 y 65.
             */
            alcance?: string | null;
        };
        /** CambiosConvenio */
        CambiosConvenio: {
            /**
             * Format: date
             * @example 2026-08-15
             */
            fecha?: string;
            /**
             * @description Todo el contrato desde entonces (MXN); null si no cambia.
             * @example 1315000.5
             */
            montoNuevo?: number | null;
            /**
             * Format: date
             * @description null si no cambia.
             * @example 2026-12-15
             */
            fechaTerminoNueva?: string | null;
            /**
             * @description Qué se agrega o se quita; null si no cambia.
             * @example Drenaje pluvial entre las calles 61 y 65.
             */
            alcance?: string | null;
            /** @example Volúmenes adicionales por suelo rocoso. */
            justificacion?: string;
        };
        /**
         * Rol
         * @description admin registra y cambia obras; user sólo las consulta.
         * @example user
         * @enum {string}
         */
        Rol: "admin" | "user";
        /** UsuarioResumen */
        UsuarioResumen: {
            /**
             * Format: uuid
             * @example 6b1f7a52-6a4e-4f0e-9a67-0f5a1c3d2e4b
             */
            id: string;
            /** @example maria.canche@yucatan.gob.mx */
            email: string;
            /** @example María Canché Pech */
            nombreCompleto: string;
            roles: components["schemas"]["Rol"];
            isActive: boolean;
            mustChangePassword: boolean;
        };
        /**
         * Usuario
         * @description Usuario, sin contraseña.
         */
        Usuario: {
            /**
             * Format: uuid
             * @example 6b1f7a52-6a4e-4f0e-9a67-0f5a1c3d2e4b
             */
            id: string;
            /** @example maria.canche@yucatan.gob.mx */
            email: string;
            /** @example María Canché Pech */
            nombreCompleto: string;
            roles: components["schemas"]["Rol"];
            isActive: boolean;
            mustChangePassword: boolean;
            /**
             * Format: date-time
             * @example 2026-01-15T14:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-15T14:30:00.000Z
             */
            updatedAt: string;
        };
        /** NuevoUsuario */
        NuevoUsuario: {
            /** @example María Canché Pech */
            nombreCompleto: string;
            /**
             * Format: email
             * @description Único, sin distinguir mayúsculas.
             * @example maria.canche@yucatan.gob.mx
             */
            email: string;
            /**
             * @description Se guarda cifrada (argon2id) y nunca se responde.
             * @example una-contraseña
             */
            password: string;
            /** @description Si falta, vale "user". */
            roles?: components["schemas"]["Rol"];
            /** @description Si falta, vale true. */
            isActive?: boolean;
        };
        /** CambiosUsuario */
        CambiosUsuario: {
            /** @example María Canché Pech */
            nombreCompleto?: string;
            /**
             * Format: email
             * @description Único, sin distinguir mayúsculas.
             * @example maria.canche@yucatan.gob.mx
             */
            email?: string;
            /**
             * @description Se guarda cifrada (argon2id) y nunca se responde.
             * @example una-contraseña
             */
            password?: string;
            roles?: components["schemas"]["Rol"];
            /** @example true */
            isActive?: boolean;
            /** @example false */
            mustChangePassword?: boolean;
        };
        /** PaginaFavoritas */
        PaginaFavoritas: {
            data: components["schemas"]["Obra"][];
            meta: {
                /** @example 1 */
                totalItems: number;
                /** @example 1 */
                itemCount: number;
                /** @example 10 */
                itemsPerPage: number;
                /** @example 1 */
                totalPages: number;
                /** @example 1 */
                currentPage: number;
            };
        };
        /**
         * Favorita
         * @description Obra favorita de un usuario.
         */
        Favorita: {
            /** @example 1 */
            id: number;
            /**
             * Format: uuid
             * @example 6b1f7a52-6a4e-4f0e-9a67-0f5a1c3d2e4b
             */
            userId: string;
            /** @example 1 */
            obraId: number;
            /**
             * Format: date-time
             * @example 2026-01-15T14:30:00.000Z
             */
            createdAt: string;
        };
        /**
         * Capturista
         * @description Quien captura, y de qué dependencias.
         */
        Capturista: {
            /**
             * Format: uuid
             * @example 5f0c6f6e-6f0b-4a52-9d1c-3f1a2b4c5d6e
             */
            userId: string;
            dependenciaIds: number[];
        };
        /** DependenciasDeUsuario */
        DependenciasDeUsuario: {
            /** @description Las dependencias cuyo seguimiento captura, por id; ninguna si no es capturista. */
            dependenciaIds: number[];
        };
        /** NuevoEjercicioFiscal */
        NuevoEjercicioFiscal: {
            /**
             * @description Año, único.
             * @example 2026
             */
            anio: number;
            /** @description Si falta, vale true. */
            activo?: boolean;
        };
        /** CambiosEjercicioFiscal */
        CambiosEjercicioFiscal: {
            /**
             * @description Año, único.
             * @example 2026
             */
            anio?: number;
            /** @example true */
            activo?: boolean;
        };
        /** NuevoTipoProyecto */
        NuevoTipoProyecto: {
            /**
             * @description Único, sin distinguir mayúsculas.
             * @example Vialidades
             */
            nombre: string;
            /** @description Si falta, vale true. */
            activo?: boolean;
        };
        /** CambiosTipoProyecto */
        CambiosTipoProyecto: {
            /**
             * @description Único, sin distinguir mayúsculas.
             * @example Vialidades
             */
            nombre?: string;
            /** @example true */
            activo?: boolean;
        };
        /** FusionTiposProyecto */
        FusionTiposProyecto: {
            /**
             * @description Cuántas obras se pasaron.
             * @example 12
             */
            obras: number;
            /**
             * @description Cuántas faltan por pasar: se envía otra vez hasta que sean 0.
             * @example 0
             */
            restan: number;
            destino: components["schemas"]["TipoProyecto"];
        };
        /** FusionDeCatalogo */
        FusionDeCatalogo: {
            /**
             * @description El registro activo que queda.
             * @example 2
             */
            destinoId: number;
        };
        /**
         * Clasificacion
         * @description Un tipo de proyecto en palabras de OC4IDS.
         */
        Clasificacion: {
            /**
             * @description Del tipo de proyecto.
             * @example 1
             */
            id: number;
            /** @example Vialidades */
            nombre: string;
            /**
             * @description Sector (projectSector); null si no se ha indicado.
             * @example transport.road
             * @enum {string|null}
             */
            sectorOc4ids: "education" | "health" | "energy" | "energy.solar" | "energy.wind" | "energy.hydropower" | "energy.biomass" | "energy.geothermal" | "communications" | "waterAndWaste" | "governance" | "economy" | "cultureSportsAndRecreation" | "transport" | "transport.air" | "transport.water" | "transport.rail" | "transport.road" | "transport.urban" | "transport.lowCarbon" | "socialHousing" | "naturalResources" | "naturalResources.floodProtection" | null;
            /**
             * @description Tipo (projectType); null si no se ha indicado.
             * @example construction
             * @enum {string|null}
             */
            tipoOc4ids: "construction" | "rehabilitation" | "replacement" | "expansion" | "decommissioning" | null;
        };
        /** CambiosClasificacion */
        CambiosClasificacion: {
            /**
             * @description Sector (projectSector); null si no se ha indicado.
             * @example transport.road
             * @enum {string|null}
             */
            sectorOc4ids?: "education" | "health" | "energy" | "energy.solar" | "energy.wind" | "energy.hydropower" | "energy.biomass" | "energy.geothermal" | "communications" | "waterAndWaste" | "governance" | "economy" | "cultureSportsAndRecreation" | "transport" | "transport.air" | "transport.water" | "transport.rail" | "transport.road" | "transport.urban" | "transport.lowCarbon" | "socialHousing" | "naturalResources" | "naturalResources.floodProtection" | null;
            /**
             * @description Tipo (projectType); null si no se ha indicado.
             * @example construction
             * @enum {string|null}
             */
            tipoOc4ids?: "construction" | "rehabilitation" | "replacement" | "expansion" | "decommissioning" | null;
        };
        /**
         * Localidad
         * @description Localidad con su municipio.
         */
        Localidad: {
            /** @example 1 */
            id: number;
            /** @example Cholul */
            nombre: string;
            /**
             * @description Clave, por ejemplo la de INEGI, de nueve dígitos; vacía equivale a null.
             * @example 310500074
             */
            clave: string | null;
            /**
             * @description Municipio al que pertenece.
             * @example 50
             */
            municipioId: number;
            /** @example true */
            activo: boolean;
            municipio: components["schemas"]["MunicipioBreve"];
        };
        /**
         * PuntosDeLocalidades
         * @description GeoJSON (RFC 7946): grados, WGS 84, longitud primero.
         * @example {
         *       "type": "FeatureCollection",
         *       "fuente": "INEGI",
         *       "features": [
         *         {
         *           "type": "Feature",
         *           "id": 1,
         *           "properties": {
         *             "nombre": "Cholul",
         *             "municipioId": 50,
         *             "poblacion": 9876
         *           },
         *           "geometry": {
         *             "type": "Point",
         *             "coordinates": [
         *               -89.556,
         *               21.042
         *             ]
         *           }
         *         }
         *       ]
         *     }
         */
        PuntosDeLocalidades: {
            /** @constant */
            type: "FeatureCollection";
            /** @description De quién son los datos. */
            fuente: string;
            /** @description Las mayores primero. */
            features: {
                /** @constant */
                type: "Feature";
                /** @example 1 */
                id: number;
                properties: {
                    /** @example Cholul */
                    nombre: string;
                    /** @example 50 */
                    municipioId: number;
                    /**
                     * @description Habitantes en 2020; nula donde el censo no la dice.
                     * @example 9876
                     */
                    poblacion: number | null;
                };
                geometry: {
                    /** @constant */
                    type: "Point";
                    coordinates: number[];
                };
            }[];
        };
        /** NuevaLocalidad */
        NuevaLocalidad: {
            /** @example Cholul */
            nombre: string;
            /**
             * @description Clave, por ejemplo la de INEGI, de nueve dígitos; vacía equivale a null.
             * @example 310500074
             */
            clave?: string | null;
            /**
             * @description Municipio al que pertenece.
             * @example 50
             */
            municipioId: number;
            /** @description Si falta, vale true. */
            activo?: boolean;
        };
        /** CambiosLocalidad */
        CambiosLocalidad: {
            /** @example Cholul */
            nombre?: string;
            /**
             * @description Clave, por ejemplo la de INEGI, de nueve dígitos; vacía equivale a null.
             * @example 310500074
             */
            clave?: string | null;
            /**
             * @description Municipio al que pertenece.
             * @example 50
             */
            municipioId?: number;
            /** @example true */
            activo?: boolean;
        };
        /** Municipio */
        Municipio: {
            /**
             * @description Número de INEGI en Yucatán, 1 a 106.
             * @example 50
             */
            id: number;
            /**
             * @description Clave de INEGI, cinco dígitos.
             * @example 31050
             */
            clave: string;
            /** @example Mérida */
            nombre: string;
            /**
             * @description Punto GeoJSON de la cabecera: longitud y latitud en grados, WGS 84.
             * @example {
             *       "type": "Point",
             *       "coordinates": [
             *         -89.623746,
             *         20.967074
             *       ]
             *     }
             */
            ubicacion: {
                /** @constant */
                type: "Point";
                coordinates: number[];
            };
            /** @example true */
            activo: boolean;
        };
        /**
         * Limites
         * @description GeoJSON (RFC 7946): grados, WGS 84, longitud primero.
         * @example {
         *       "type": "FeatureCollection",
         *       "fuente": "INEGI",
         *       "features": [
         *         {
         *           "type": "Feature",
         *           "id": 50,
         *           "properties": {
         *             "clave": "31050",
         *             "nombre": "Mérida"
         *           },
         *           "geometry": {
         *             "type": "Polygon",
         *             "coordinates": [
         *               [
         *                 [
         *                   -89.7,
         *                   20.8
         *                 ],
         *                 [
         *                   -89.5,
         *                   20.8
         *                 ],
         *                 [
         *                   -89.5,
         *                   21.1
         *                 ],
         *                 [
         *                   -89.7,
         *                   20.8
         *                 ]
         *               ]
         *             ]
         *           }
         *         }
         *       ]
         *     }
         */
        Limites: {
            /** @constant */
            type: "FeatureCollection";
            /** @description De quién son los datos. */
            fuente: string;
            features: {
                /** @constant */
                type: "Feature";
                /** @description Número de INEGI en Yucatán, 1 a 106. */
                id: number;
                properties: {
                    /** @description Clave de INEGI, cinco dígitos. */
                    clave: string;
                    nombre: string;
                };
                geometry: {
                    /** @enum {string} */
                    type: "Polygon" | "MultiPolygon";
                    coordinates: unknown[];
                };
            }[];
        };
        /** NuevaDependencia */
        NuevaDependencia: {
            /**
             * @description Único, sin distinguir mayúsculas.
             * @example Secretaría de Obras Públicas
             */
            nombre: string;
            /**
             * @description Se guardan en mayúsculas; vacías equivalen a null.
             * @example SOP
             */
            siglas?: string | null;
            /** @description Si falta, vale true. */
            activo?: boolean;
        };
        /** CambiosDependencia */
        CambiosDependencia: {
            /**
             * @description Único, sin distinguir mayúsculas.
             * @example Secretaría de Obras Públicas
             */
            nombre?: string;
            /**
             * @description Se guardan en mayúsculas; vacías equivalen a null.
             * @example SOP
             */
            siglas?: string | null;
            /** @example true */
            activo?: boolean;
        };
        /** FusionDependencias */
        FusionDependencias: {
            /**
             * @description Cuántas obras se pasaron.
             * @example 12
             */
            obras: number;
            /**
             * @description Cuántas faltan por pasar: se envía otra vez hasta que sean 0.
             * @example 0
             */
            restan: number;
            destino: components["schemas"]["Dependencia"];
        };
        /** Cambio */
        Cambio: {
            /** @example monto */
            campo: string;
            /**
             * @description Valor anterior; null al crear.
             * @example 1000
             */
            antes: unknown;
            /**
             * @description Valor nuevo; null al eliminar.
             * @example 2000
             */
            despues: unknown;
        };
        /** RenglonBitacora */
        RenglonBitacora: {
            /** @example 1 */
            id: number;
            /**
             * Format: date-time
             * @example 2026-01-15T14:30:00.000Z
             */
            instante: string;
            /**
             * Format: uuid
             * @example 6b1f7a52-6a4e-4f0e-9a67-0f5a1c3d2e4b
             */
            usuarioId: string | null;
            /**
             * @description El correo de ese momento; en una entrada fallida, el que se intentó. null si no se sabe quién: una solicitud sin token, o un cambio hecho directamente en la base de datos.
             * @example admin@obras.local
             */
            usuarioEmail: string | null;
            /**
             * @description El nombre de esa persona, como es hoy; null si no se sabe o su cuenta ya no está.
             * @example Ana Pech Canul
             */
            usuarioNombre: string | null;
            /**
             * @description Dirección de red de la solicitud.
             * @example 127.0.0.1
             */
            direccion: string | null;
            /**
             * @description Identificador de la solicitud en el registro de eventos del servicio.
             * @example 0d6f9cc3-6e52-4c55-8b1d-2f3f6d1a7a10
             */
            solicitud: string | null;
            /**
             * @description Programa conectado a la base de datos que hizo el cambio.
             * @example registro-obras
             */
            programa: string;
            /**
             * @example cambiar
             * @enum {string}
             */
            accion: "crear" | "cambiar" | "contraseña" | "eliminar" | "vaciar" | "entrar" | "entrada fallida";
            /** @example obras */
            recurso: string;
            /**
             * @description Identificador del registro cambiado.
             * @example 1
             */
            registro: string | null;
            /**
             * @description De una obra, su nombre: el de hoy, o el que tenía al eliminarse. null en lo demás.
             * @example Pavimentación de la calle 60
             */
            nombre: string | null;
            /**
             * @description Archivo del que lo tomó una importación; null si no fue una.
             * @example obras-2026.xlsx
             */
            archivo: string | null;
            /**
             * @description Fila de ese archivo, en las obras.
             * @example 14
             */
            fila: number | null;
            /** @description Campo por campo; al crear y al eliminar, todos. Nunca una contraseña. */
            cambios: components["schemas"]["Cambio"][];
        };
        /** RenglonHistorial */
        RenglonHistorial: {
            /** @example 1 */
            id: number;
            /**
             * Format: date-time
             * @example 2026-01-15T14:30:00.000Z
             */
            instante: string;
            /**
             * Format: uuid
             * @example 6b1f7a52-6a4e-4f0e-9a67-0f5a1c3d2e4b
             */
            usuarioId: string | null;
            /**
             * @description El correo de ese momento; en una entrada fallida, el que se intentó. null si no se sabe quién: una solicitud sin token, o un cambio hecho directamente en la base de datos.
             * @example admin@obras.local
             */
            usuarioEmail: string | null;
            /**
             * @description El nombre de esa persona, como es hoy; null si no se sabe o su cuenta ya no está.
             * @example Ana Pech Canul
             */
            usuarioNombre: string | null;
            /**
             * @description Dirección de red de la solicitud.
             * @example 127.0.0.1
             */
            direccion: string | null;
            /**
             * @description Identificador de la solicitud en el registro de eventos del servicio.
             * @example 0d6f9cc3-6e52-4c55-8b1d-2f3f6d1a7a10
             */
            solicitud: string | null;
            /**
             * @description Programa conectado a la base de datos que hizo el cambio.
             * @example registro-obras
             */
            programa: string;
            /**
             * @example cambiar
             * @enum {string}
             */
            accion: "crear" | "cambiar" | "contraseña" | "eliminar" | "vaciar" | "entrar" | "entrada fallida";
            /** @example obras */
            recurso: string;
            /**
             * @description Identificador del registro cambiado.
             * @example 1
             */
            registro: string | null;
            /**
             * @description De una obra, su nombre: el de hoy, o el que tenía al eliminarse. null en lo demás.
             * @example Pavimentación de la calle 60
             */
            nombre: string | null;
            /**
             * @description Archivo del que lo tomó una importación; null si no fue una.
             * @example obras-2026.xlsx
             */
            archivo: string | null;
            /**
             * @description Fila de ese archivo, en las obras.
             * @example 14
             */
            fila: number | null;
            /** @description Campo por campo; al crear y al eliminar, todos. Nunca una contraseña. */
            cambios: components["schemas"]["Cambio"][];
            /**
             * @description El cambio en una frase.
             * @example admin@obras.local cambió el monto de $1,000.00 a $2,000.00.
             */
            resumen: string;
        };
        /**
         * MapaBase
         * @description TileJSON 3.0.
         */
        MapaBase: {
            /** @constant */
            tilejson: "3.0.0";
            /** @description Plantilla XYZ de los mosaicos. */
            tiles: string[];
            /**
             * @description A quién se debe el mapa; hay que nombrarlo donde se muestre.
             * @example © OpenStreetMap
             */
            attribution: string;
            /** @example 0 */
            minzoom: number;
            /** @example 15 */
            maxzoom: number;
            /**
             * @description minLon, minLat, maxLon, maxLat.
             * @example [
             *       -90.5,
             *       19.5,
             *       -87.4,
             *       21.7
             *     ]
             */
            bounds?: number[];
            /** @description Las capas, si los mosaicos son de figuras; sin ellas son imágenes. */
            vector_layers?: {
                /** @example roads */
                id: string;
                /** @description Vacío: los da el esquema de Protomaps. */
                fields: Record<string, never>;
            }[];
        };
        /** Calle */
        Calle: {
            /** @example Calle 60 × Calle 61 */
            nombre: string;
            /**
             * @example cruce
             * @enum {string}
             */
            tipo: "calle" | "cruce";
            /** @example Mérida */
            municipio: string;
            /**
             * @description La colonia o localidad más cercana que nombra el mapa.
             * @example Centro
             */
            cercaDe: string | null;
            /**
             * @description Longitud y latitud: en la calle, o en el cruce.
             * @example [
             *       -89.6237,
             *       20.9674
             *     ]
             */
            punto: number[];
            /**
             * @description minLon, minLat, maxLon, maxLat: lo que un mapa muestra de ella.
             * @example [
             *       -89.6252,
             *       20.9661,
             *       -89.6222,
             *       20.9687
             *     ]
             */
            bbox: number[];
        };
        /** Calles */
        Calles: {
            /**
             * @description Con true, el registro todavía lee las calles del archivo; pregunte de nuevo en unos segundos.
             * @example false
             */
            leyendo: boolean;
            /** @description Hasta 10: primero las que mejor corresponden, luego las más cercanas. */
            calles: components["schemas"]["Calle"][];
        };
        /** AjustesPortal */
        AjustesPortal: {
            /**
             * @description Quién publica el registro.
             * @example Registro de Obras Públicas
             */
            publicador: string;
            /**
             * @description Si las obras y los catálogos se consultan sin token.
             * @example false
             */
            lecturaPublica: boolean;
            /** @description Lo que se dibuja bajo el mapa; nulo si no hay. */
            mapaBase: {
                /**
                 * @description Plantilla XYZ de los mosaicos, con {z}, {x} y {y}.
                 * @example https://teselas.ejemplo.gob.mx/{z}/{x}/{y}.png
                 */
                url: string;
                /** @example © Ejemplo */
                atribucion: string;
                /**
                 * @description figuras: mosaicos de MVT, con las capas de Protomaps.
                 * @example imagenes
                 */
                tipo: "imagenes" | "figuras";
                /**
                 * @description El menor y el mayor que hay; nulo si no se sabe.
                 * @example [
                 *       0,
                 *       15
                 *     ]
                 */
                acercamientos: number[] | null;
                /**
                 * @description Lo que abarca: minLon, minLat, maxLon, maxLat; nulo si no se sabe.
                 * @example [
                 *       -90.5,
                 *       19.5,
                 *       -87.4,
                 *       21.7
                 *     ]
                 */
                bbox: number[] | null;
                /**
                 * @description Si GET /mapa/base/calles encuentra calles por su nombre.
                 * @example false
                 */
                calles: boolean;
            } | null;
        };
        /**
         * HojaDeObras
         * Format: binary
         * @description Un libro .xlsx u .ods o un texto .csv; se reconoce por su contenido.
         * @example claveUnica,nombre,monto,ejercicioFiscal,dependencia,municipio,estatus
         *     SOP-2026-0001,Pavimentación de la calle 60,1250000.50,2026,SOP,Mérida,En proceso
         */
        HojaDeObras: string;
        /** FormularioDeImportacion */
        FormularioDeImportacion: {
            archivo: components["schemas"]["HojaDeObras"];
        };
    };
    responses: {
        /** @description Encabezados demasiado grandes */
        EncabezadosDemasiadoGrandes: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "statusCode": 431,
                 *       "message": "Los encabezados de la solicitud son demasiado grandes.",
                 *       "error": "Request Header Fields Too Large"
                 *     }
                 */
                "application/json": components["schemas"]["Falla"];
            };
        };
        /** @description Error inesperado */
        ErrorInesperado: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "statusCode": 500,
                 *       "message": "Ocurrió un error inesperado. Si se repite, avise al equipo técnico e indique la referencia 0d6f9cc3-6e52-4c55-8b1d-2f3f6d1a7a10.",
                 *       "error": "Internal Server Error"
                 *     }
                 */
                "application/json": components["schemas"]["Falla"];
            };
        };
        /** @description No disponible por el momento: véase Retry-After */
        NoDisponible: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "statusCode": 503,
                 *       "message": "El servicio no está disponible por el momento; intente de nuevo en unos segundos.",
                 *       "error": "Service Unavailable"
                 *     }
                 */
                "application/json": components["schemas"]["Falla"];
            };
        };
        /** @description Falta el token, no es válido, ya venció, o terminó al cambiar la contraseña o desactivarse la cuenta */
        SinToken: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "statusCode": 401,
                 *       "message": "Unauthorized",
                 *       "error": "Unauthorized"
                 *     }
                 */
                "application/json": components["schemas"]["Falla"];
            };
        };
        /** @description Sin cambios desde el ETag indicado; sin cuerpo. */
        SinCambios: {
            headers: {
                ETag: components["headers"]["ETag"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Sin permiso */
        SinPermiso: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "statusCode": 403,
                 *       "message": "Forbidden resource",
                 *       "error": "Forbidden"
                 *     }
                 */
                "application/json": components["schemas"]["Falla"];
            };
        };
        /** @description Cuerpo demasiado grande */
        DemasiadoGrande: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "statusCode": 413,
                 *       "message": "El cuerpo excede el tamaño máximo de 1 MB.",
                 *       "error": "Payload Too Large"
                 *     }
                 */
                "application/json": components["schemas"]["Falla"];
            };
        };
        /** @description Tipo de contenido */
        TipoDeContenido: {
            headers: {
                Accept: components["headers"]["Accept"];
                "Accept-Encoding": components["headers"]["Accept-Encoding"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "statusCode": 415,
                 *       "message": "El cuerpo debe enviarse con Content-Type: application/json.",
                 *       "error": "Unsupported Media Type"
                 *     }
                 */
                "application/json": components["schemas"]["Falla"];
            };
        };
        /** @description Cambió */
        Cambio: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "statusCode": 412,
                 *       "message": "El registro cambió desde que lo consultó; consúltelo de nuevo antes de modificarlo.",
                 *       "error": "Precondition Failed"
                 *     }
                 */
                "application/json": components["schemas"]["Falla"];
            };
        };
        /** @description Clave ya usada */
        ClaveUsada: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "statusCode": 422,
                 *       "message": "Esta Idempotency-Key ya se usó con otra solicitud; cada solicitud nueva lleva una clave nueva.",
                 *       "error": "Unprocessable Entity"
                 *     }
                 */
                "application/json": components["schemas"]["Falla"];
            };
        };
        /** @description Falta el token, no es válido, ya venció, o terminó al cambiar la contraseña o desactivarse la cuenta */
        SinTokenOPagina: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "statusCode": 401,
                 *       "message": "Unauthorized",
                 *       "error": "Unauthorized"
                 *     }
                 */
                "application/json": components["schemas"]["Falla"];
                /** @example <!doctype html>… */
                "text/html": string;
            };
        };
        /** @description Demasiadas solicitudes */
        DemasiadasSolicitudesOPagina: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "statusCode": 429,
                 *       "message": "Demasiados intentos fallidos; intente de nuevo en 30 segundos.",
                 *       "error": "Too Many Requests"
                 *     }
                 */
                "application/json": components["schemas"]["Falla"];
                /** @example <!doctype html>… */
                "text/html": string;
            };
        };
        /** @description Encabezados demasiado grandes */
        EncabezadosDemasiadoGrandesOPagina: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "statusCode": 431,
                 *       "message": "Los encabezados de la solicitud son demasiado grandes.",
                 *       "error": "Request Header Fields Too Large"
                 *     }
                 */
                "application/json": components["schemas"]["Falla"];
                /** @example <!doctype html>… */
                "text/html": string;
            };
        };
        /** @description Error inesperado */
        ErrorInesperadoOPagina: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "statusCode": 500,
                 *       "message": "Ocurrió un error inesperado. Si se repite, avise al equipo técnico e indique la referencia 0d6f9cc3-6e52-4c55-8b1d-2f3f6d1a7a10.",
                 *       "error": "Internal Server Error"
                 *     }
                 */
                "application/json": components["schemas"]["Falla"];
                /** @example <!doctype html>… */
                "text/html": string;
            };
        };
        /** @description No disponible por el momento: véase Retry-After */
        NoDisponibleOPagina: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "statusCode": 503,
                 *       "message": "El servicio no está disponible por el momento; intente de nuevo en unos segundos.",
                 *       "error": "Service Unavailable"
                 *     }
                 */
                "application/json": components["schemas"]["Falla"];
                /** @example <!doctype html>… */
                "text/html": string;
            };
        };
        /** @description Demasiadas solicitudes */
        DemasiadasSolicitudes: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "statusCode": 429,
                 *       "message": "Demasiados intentos fallidos; intente de nuevo en 30 segundos.",
                 *       "error": "Too Many Requests"
                 *     }
                 */
                "application/json": components["schemas"]["Falla"];
            };
        };
    };
    parameters: {
        /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
        "if-none-match": string;
        /** @description ETag de lo consultado: si el registro ha cambiado, 412. */
        "if-match": string;
        /**
         * @description Identificador del registro.
         * @example 1
         */
        id: number;
        /** @description Sólo las obras de estos municipios. Hasta 100 valores, con comas o el parámetro repetido. */
        municipioId: number[];
        /** @description Sólo las obras con estos estatus. Hasta 100 valores, con comas o el parámetro repetido. */
        estatusObraId: number[];
        /** @description Sólo las obras de estos ejercicios fiscales. Hasta 100 valores, con comas o el parámetro repetido. */
        ejercicioFiscalId: number[];
        /** @description Sólo las obras de estas dependencias. Hasta 100 valores, con comas o el parámetro repetido. */
        dependenciaId: number[];
        /** @description Sólo las obras de estos tipos de proyecto. Hasta 100 valores, con comas o el parámetro repetido. */
        tipoProyectoId: number[];
        /** @description Sólo las obras de este monto o más (MXN). */
        montoMin: number;
        /** @description Sólo las obras de este monto o menos (MXN). */
        montoMax: number;
        /** @description Palabras que aparecen, todas, en nombre, claveUnica, descripcion o los textos de una ubicación, por ejemplo «pavimentacion merida»; sin distinguir acentos ni mayúsculas. Un número de hasta cuatro cifras se busca entero, y no en claveUnica: con «calle 60» se encuentra «C. 60 × 61», no «1450GYR0060» ni «89.603». Una claveUnica entera, como «0042», siempre se encuentra. */
        q: string;
        /** @description Sólo las obras de ejercicios fiscales de este año o anteriores. */
        anioMax: number;
        /** @description Con true, sólo las obras sin ubicaciones. */
        sinUbicacion: "true";
        /** @description Con true, sólo las obras con una ubicación a más de 1 km del municipio que se indica en ella. */
        fueraDeMunicipio: "true";
        /** @description Sólo las obras que se registraron ese día o después, según la bitácora: AAAA-MM-DD, hora de Mérida. */
        registradaDesde: string;
        /** @description Sólo las obras con este avance físico o más, en por ciento. */
        avanceMin: number;
        /** @description Sólo las obras con este avance físico o menos, en por ciento; no las que nada han reportado. */
        avanceMax: number;
        /** @description Con true, sólo las obras de las que se ha reportado algo construido o pagado. */
        conAvance: "true";
        /** @description Con true, sólo las obras abiertas cuya fecha de término vigente ya pasó, hoy en Mérida, sin que se haya dicho que terminaron. */
        atrasadas: "true";
        /** @description Sólo las obras empezadas sin un avance con corte ese día o después: AAAA-MM-DD. Empezadas son las abiertas que están en proceso o suspendidas, o de las que se ha dicho algo construido, algo pagado o cuándo empezaron. Abiertas son las que no están terminadas ni canceladas. */
        sinReporteDesde: string;
        /** @description Sólo las obras abiertas y sin terminar en que lo pagado, en por ciento de sus contratos vigentes o, sin ellos, del monto de la obra, rebasa al avance físico en más de estos puntos. */
        pagoAdelantado: number;
        /** @description Sólo las obras cuyos contratos de obra suman, con sus convenios, más de este porcentaje por encima de lo que se firmó. */
        crecimientoContratos: number;
        /** @description Sólo las obras con una ubicación que toca el rectángulo minLon,minLat,maxLon,maxLat (grados, WGS 84), por ejemplo -89.75,20.85,-89.50,21.10. */
        bbox: string;
        /** @description Con true, sólo las favoritas de quien pregunta, según su token; sin él, 401. */
        favoritas: "true";
        /** @description Con true, sólo las obras que registró quien pregunta, según su token y la bitácora; sin token, 401. */
        registradaPorMi: "true";
        /** @description Sólo las obras cuyo monto creció o bajó más de este porcentaje desde que se registraron, según la bitácora. Sólo para administradores. */
        variacionMonto: number;
        /** @description Con true, sólo las obras que parecen estar registradas dos veces: de la misma dependencia y el mismo ejercicio, con nombres parecidos y los mismos números en ellos, y con el mismo monto o a menos de 100 m. Sólo para administradores. */
        posibleDuplicada: "true";
        /** @description Palabras que aparecen, todas, en el nombre de una de las empresas que la construyen por contrato; sin distinguir acentos ni mayúsculas. */
        contratista: string;
        /** @description Clave nueva para cada alta, por ejemplo un UUID. Si la respuesta se pierde, la misma solicitud con la misma clave recibe, durante 24 horas, la primera respuesta con Idempotency-Replayed: true en lugar de crear otro registro. La misma clave con otra solicitud: 422; mientras la primera sigue en curso: 409. */
        "idempotency-key": string;
        /** @description Orden: id (el de siempre), nombre (alfabético del español), monto, anio (del ejercicio fiscal), avance (físico; antes las que nada han reportado), termino (la fecha de término vigente; al final las que no la tienen) corte (la fecha del avance más nuevo; antes las que nada han reportado), pagoAdelantado o crecimientoContratos (lo que comparan esos filtros; antes las que no lo tienen); con un guion delante, al revés: -id, de la más nueva a la más antigua. Con q también relevancia: primero la obra de esa claveUnica, luego las obras que en el nombre o en una dirección dicen la frase tal cual, después las que tienen sus palabras enteras y cerca, y al final las que sólo las tienen como parte de otras; sin q es como id. A igualdad, por id. */
        orden: "id" | "-id" | "nombre" | "-nombre" | "monto" | "-monto" | "anio" | "-anio" | "avance" | "-avance" | "termino" | "-termino" | "corte" | "-corte" | "pagoAdelantado" | "-pagoAdelantado" | "crecimientoContratos" | "-crecimientoContratos" | "relevancia";
        /** @description json, o html: una página para personas. Sin él decide Accept: los navegadores reciben html. */
        f: "json" | "html";
        /**
         * @description Identificador del contrato.
         * @example 1
         */
        contratoId: number;
        /**
         * @description Capa: obras_puntos, obras_rutas, obras_poligonos, municipios.
         * @example obras_puntos
         */
        coleccion: string;
        /** @description El que trae el encabezado Link: rel="next". */
        cursor: string;
        /** @description RFC del contratista, entero. */
        contratistaRfc: string;
        /** @description Cómo se adjudicó. */
        procedimiento: "LICITACION_PUBLICA" | "INVITACION" | "ADJUDICACION_DIRECTA";
        /**
         * @description Identificador del avance.
         * @example 1
         */
        avanceId: number;
        /** @description Sólo estos campos de cada obra, separados por comas, por ejemplo id,nombre,monto; vienen en el orden de siempre. */
        campos: string;
        /**
         * @description Qué se agrupa. Con dos, separados por una coma, cada grupo del primero se cruza con los del segundo.
         * @example municipio
         */
        por: string;
        /** @description Sistema de las coordenadas que se responden; CRS84 (longitud y latitud) si no se indica. */
        crs: "http://www.opengis.net/def/crs/OGC/1.3/CRS84" | "http://www.opengis.net/def/crs/EPSG/0/4326" | "http://www.opengis.net/def/crs/EPSG/0/3857" | "http://www.opengis.net/def/crs/EPSG/0/32616";
        /** @description true: sólo revisa el archivo y dice qué haría; no escribe nada. */
        simular: "true" | "false";
        /** @description true: importa las filas correctas aunque otras se rechacen. Sin él, una fila rechazada detiene todo. */
        parcial: "true" | "false";
        /** @description Hoja del libro; si falta, la primera visible con encabezados y filas. */
        hoja: string;
        /** @description En qué están los montos cuyo encabezado no dice pesos («miles de pesos», «MDP», «USD»). Sin él esa columna no se lee y ninguna fila se importa. Donde habla de otra moneda sólo vale pesos: que ya lo son. */
        unidadMonto: "pesos" | "miles" | "millones";
        /** @description true: no se leen las filas y columnas ocultas de un libro, tampoco las que un filtro deja fuera. Sin él se leen, y un aviso lo dice. */
        sinOcultas: "true" | "false";
        /** @description Nombre del archivo, para la bitácora, cuando el cuerpo es el archivo mismo y no un formulario. */
        archivo: string;
        /**
         * @description Versión del programa.
         * @example 1
         */
        version: number;
        /**
         * @description Identificador del convenio.
         * @example 1
         */
        convenioId: number;
        /**
         * @description Identificador de la obra.
         * @example 1
         */
        obraId: number;
        /** @description obras, users, favorites, dependencias, ejercicio-fiscal, tipo-proyecto, localidad, municipios, estatus-obra, avances, programas, ejecucion, contratos, convenios, capturistas, respaldos o auth. */
        recurso: string;
        /** @description Identificador del registro, según su recurso. */
        registro: string;
        /** @description Quién hizo el cambio: su id de GET /users. */
        usuarioId: string;
        accion: "crear" | "cambiar" | "contraseña" | "eliminar" | "vaciar" | "entrar" | "entrada fallida";
        /** @description Sólo los renglones que tocan este campo: con accion=cambiar, monto trae quién cambió un monto. */
        campo: string;
        /** @description Desde este instante: fecha (UTC), o fecha y hora con zona (RFC 3339), por ejemplo 2026-01-15 o 2026-01-15T00:00:00-06:00. */
        desde: string;
        /** @description Antes de este instante: fecha (UTC), o fecha y hora con zona (RFC 3339), por ejemplo 2026-01-15 o 2026-01-15T00:00:00-06:00. */
        hasta: string;
        /** @description Renglones por página, a lo más: menos donde los cambios son muy grandes. */
        limit: number;
    };
    requestBodies: never;
    headers: {
        /** @description Identificador de la solicitud en el registro de eventos y en la bitácora. */
        "X-Request-Id": string;
        /** @description Versión de lo que se responde, para If-None-Match o If-Match. Débil (W/) en las listas de obras, y sólo para If-None-Match. */
        ETag: string;
        /** @description Si basta con esperar, cuántos segundos. */
        "Retry-After": number;
        /** @description Se pide un token; en /ogc, correo y contraseña. Con invalid_token, la cuenta del token fue desactivada. */
        "WWW-Authenticate": "Bearer" | "Bearer error=\"invalid_token\", error_description=\"La cuenta fue desactivada\"" | "Basic realm=\"Registro de Obras\", charset=\"UTF-8\"";
        /** @description Con un cuerpo comprimido: identity. */
        "Accept-Encoding": string;
        /** @description Con otro Content-Type: el que se admite. */
        Accept: string;
        /** @description Sólo si es la primera respuesta a esta Idempotency-Key, dada otra vez. */
        "Idempotency-Replayed": "true";
        /** @description Con otro Content-Type: el que se admite. */
        "Accept-Patch": string;
        /** @description attachment, con el nombre del archivo. */
        "Content-Disposition": string;
        /** @description Si hay más, la página siguiente (RFC 8288): <…>; rel="next". */
        Link: string;
        /** @description Sistema de las coordenadas, entre < y >. */
        "Content-Crs": string;
        /** @description Dónde preguntar por ella. */
        Location: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "admin@obras.local",
                 *       "password": "una-contraseña"
                 *     }
                 */
                "application/json": components["schemas"]["Credenciales"];
            };
        };
        responses: {
            /** @description Abre una sesión */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiI2YjFm….firma",
                     *       "user": {
                     *         "id": "6b1f7a52-6a4e-4f0e-9a67-0f5a1c3d2e4b",
                     *         "email": "admin@obras.local",
                     *         "roles": "admin",
                     *         "mustChangePassword": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Sesion"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "email es obligatorio.",
                     *         "password es obligatorio."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description El correo o la contraseña no son correctos, o la cuenta está desactivada */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 401,
                     *       "message": "Credenciales inválidas",
                     *       "error": "Unauthorized"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            413: components["responses"]["DemasiadoGrande"];
            415: components["responses"]["TipoDeContenido"];
            429: components["responses"]["DemasiadasSolicitudes"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    listObras: {
        parameters: {
            query?: {
                /** @description Sólo las obras de estos municipios. Hasta 100 valores, con comas o el parámetro repetido. */
                municipioId?: components["parameters"]["municipioId"];
                /** @description Sólo las obras con estos estatus. Hasta 100 valores, con comas o el parámetro repetido. */
                estatusObraId?: components["parameters"]["estatusObraId"];
                /** @description Sólo las obras de estos ejercicios fiscales. Hasta 100 valores, con comas o el parámetro repetido. */
                ejercicioFiscalId?: components["parameters"]["ejercicioFiscalId"];
                /** @description Sólo las obras de estas dependencias. Hasta 100 valores, con comas o el parámetro repetido. */
                dependenciaId?: components["parameters"]["dependenciaId"];
                /** @description Sólo las obras de estos tipos de proyecto. Hasta 100 valores, con comas o el parámetro repetido. */
                tipoProyectoId?: components["parameters"]["tipoProyectoId"];
                /** @description Sólo las obras de este monto o más (MXN). */
                montoMin?: components["parameters"]["montoMin"];
                /** @description Sólo las obras de este monto o menos (MXN). */
                montoMax?: components["parameters"]["montoMax"];
                /** @description Palabras que aparecen, todas, en nombre, claveUnica, descripcion o los textos de una ubicación, por ejemplo «pavimentacion merida»; sin distinguir acentos ni mayúsculas. Un número de hasta cuatro cifras se busca entero, y no en claveUnica: con «calle 60» se encuentra «C. 60 × 61», no «1450GYR0060» ni «89.603». Una claveUnica entera, como «0042», siempre se encuentra. */
                q?: components["parameters"]["q"];
                /** @description Sólo las obras con una ubicación que toca el rectángulo minLon,minLat,maxLon,maxLat (grados, WGS 84), por ejemplo -89.75,20.85,-89.50,21.10. */
                bbox?: components["parameters"]["bbox"];
                /** @description Con true, sólo las favoritas de quien pregunta, según su token; sin él, 401. */
                favoritas?: components["parameters"]["favoritas"];
                /** @description Sólo las obras de ejercicios fiscales de este año o anteriores. */
                anioMax?: components["parameters"]["anioMax"];
                /** @description Con true, sólo las obras sin ubicaciones. */
                sinUbicacion?: components["parameters"]["sinUbicacion"];
                /** @description Con true, sólo las obras con una ubicación a más de 1 km del municipio que se indica en ella. */
                fueraDeMunicipio?: components["parameters"]["fueraDeMunicipio"];
                /** @description Sólo las obras que se registraron ese día o después, según la bitácora: AAAA-MM-DD, hora de Mérida. */
                registradaDesde?: components["parameters"]["registradaDesde"];
                /** @description Con true, sólo las obras que registró quien pregunta, según su token y la bitácora; sin token, 401. */
                registradaPorMi?: components["parameters"]["registradaPorMi"];
                /** @description Sólo las obras cuyo monto creció o bajó más de este porcentaje desde que se registraron, según la bitácora. Sólo para administradores. */
                variacionMonto?: components["parameters"]["variacionMonto"];
                /** @description Sólo las obras con este avance físico o más, en por ciento. */
                avanceMin?: components["parameters"]["avanceMin"];
                /** @description Sólo las obras con este avance físico o menos, en por ciento; no las que nada han reportado. */
                avanceMax?: components["parameters"]["avanceMax"];
                /** @description Con true, sólo las obras de las que se ha reportado algo construido o pagado. */
                conAvance?: components["parameters"]["conAvance"];
                /** @description Con true, sólo las obras abiertas cuya fecha de término vigente ya pasó, hoy en Mérida, sin que se haya dicho que terminaron. */
                atrasadas?: components["parameters"]["atrasadas"];
                /** @description Sólo las obras empezadas sin un avance con corte ese día o después: AAAA-MM-DD. Empezadas son las abiertas que están en proceso o suspendidas, o de las que se ha dicho algo construido, algo pagado o cuándo empezaron. Abiertas son las que no están terminadas ni canceladas. */
                sinReporteDesde?: components["parameters"]["sinReporteDesde"];
                /** @description Palabras que aparecen, todas, en el nombre de una de las empresas que la construyen por contrato; sin distinguir acentos ni mayúsculas. */
                contratista?: components["parameters"]["contratista"];
                /** @description Sólo las obras abiertas y sin terminar en que lo pagado, en por ciento de sus contratos vigentes o, sin ellos, del monto de la obra, rebasa al avance físico en más de estos puntos. */
                pagoAdelantado?: components["parameters"]["pagoAdelantado"];
                /** @description Sólo las obras cuyos contratos de obra suman, con sus convenios, más de este porcentaje por encima de lo que se firmó. */
                crecimientoContratos?: components["parameters"]["crecimientoContratos"];
                /** @description Con true, sólo las obras que parecen estar registradas dos veces: de la misma dependencia y el mismo ejercicio, con nombres parecidos y los mismos números en ellos, y con el mismo monto o a menos de 100 m. Sólo para administradores. */
                posibleDuplicada?: components["parameters"]["posibleDuplicada"];
                /** @description Orden: id (el de siempre), nombre (alfabético del español), monto, anio (del ejercicio fiscal), avance (físico; antes las que nada han reportado), termino (la fecha de término vigente; al final las que no la tienen) corte (la fecha del avance más nuevo; antes las que nada han reportado), pagoAdelantado o crecimientoContratos (lo que comparan esos filtros; antes las que no lo tienen); con un guion delante, al revés: -id, de la más nueva a la más antigua. Con q también relevancia: primero la obra de esa claveUnica, luego las obras que en el nombre o en una dirección dicen la frase tal cual, después las que tienen sus palabras enteras y cerca, y al final las que sólo las tienen como parte de otras; sin q es como id. A igualdad, por id. */
                orden?: components["parameters"]["orden"];
                /** @description Sólo estos campos de cada obra, separados por comas, por ejemplo id,nombre,monto; vienen en el orden de siempre. */
                campos?: components["parameters"]["campos"];
                /**
                 * @description Obras por página; sin él la respuesta las trae todas.
                 * @example 100
                 */
                limit?: number;
                /** @description Página, desde 1; con limit y sin cursor. */
                page?: number;
                /** @description El que trae el encabezado Link: rel="next"; con limit y sin page. */
                cursor?: string;
            };
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lista de obras, por id o en otro orden; todas, o por páginas con limit */
            200: {
                headers: {
                    /** @description Con limit: cuántas obras cumplen los filtros. */
                    "X-Total-Count"?: number;
                    /** @description Con limit: las páginas vecinas (RFC 8288). Con page, first, last, prev y next; sin él, next si hay más. */
                    Link?: string;
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "numeroObra": 1,
                     *         "claveUnica": "SOP-2026-0001",
                     *         "nombre": "Pavimentación de la calle 60",
                     *         "descripcion": "Concreto hidráulico entre las calles 61 y 73.",
                     *         "monto": 1250000.5,
                     *         "ejercicioFiscalId": 1,
                     *         "ejercicioFiscal": {
                     *           "id": 1,
                     *           "anio": 2026,
                     *           "activo": true
                     *         },
                     *         "dependenciaId": 1,
                     *         "dependencia": {
                     *           "id": 1,
                     *           "nombre": "Secretaría de Obras Públicas",
                     *           "siglas": "SOP",
                     *           "activo": true
                     *         },
                     *         "municipioId": 50,
                     *         "municipio": {
                     *           "id": 50,
                     *           "nombre": "Mérida"
                     *         },
                     *         "tipoProyectoId": 1,
                     *         "tipoProyecto": {
                     *           "id": 1,
                     *           "nombre": "Vialidades",
                     *           "activo": true
                     *         },
                     *         "estatusObraId": 4,
                     *         "estatusObra": {
                     *           "id": 4,
                     *           "nombre": "En proceso"
                     *         },
                     *         "ubicaciones": [
                     *           {
                     *             "id": 1,
                     *             "municipioId": 50,
                     *             "municipio": {
                     *               "id": 50,
                     *               "nombre": "Mérida"
                     *             },
                     *             "direccion": "Calle 60 x 61, Centro",
                     *             "localidadReferencia": "Mérida",
                     *             "referenciaLugar": "Frente a la plaza grande",
                     *             "tipoGeometria": "PUNTO",
                     *             "geometriaJson": {
                     *               "type": "Point",
                     *               "coordinates": [
                     *                 -89.6237,
                     *                 20.9674
                     *               ]
                     *             },
                     *             "orden": 1
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ObraPedida"][];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "municipioId debe ser un número entero.",
                     *         "estatusObraId debe ser un número entero.",
                     *         "ejercicioFiscalId debe ser un número entero.",
                     *         "dependenciaId debe ser un número entero.",
                     *         "tipoProyectoId debe ser un número entero.",
                     *         "montoMin debe ser una cantidad de 0 a 9,999,999,999,999.99, escrita sin comas y con dos decimales a lo más.",
                     *         "montoMax debe ser una cantidad de 0 a 9,999,999,999,999.99, escrita sin comas y con dos decimales a lo más.",
                     *         "bbox debe tener la forma minLon,minLat,maxLon,maxLat en grados, con cada mínimo no mayor que su máximo.",
                     *         "favoritas sólo admite el valor true.",
                     *         "anioMax debe ser un número entero.",
                     *         "sinUbicacion sólo admite el valor true.",
                     *         "fueraDeMunicipio sólo admite el valor true.",
                     *         "registradaDesde debe ser una fecha, por ejemplo 2026-01-31.",
                     *         "registradaPorMi sólo admite el valor true.",
                     *         "variacionMonto debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más.",
                     *         "avanceMin debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "avanceMax debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "conAvance sólo admite el valor true.",
                     *         "atrasadas sólo admite el valor true.",
                     *         "sinReporteDesde debe ser una fecha, por ejemplo 2026-01-31.",
                     *         "pagoAdelantado debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "crecimientoContratos debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más.",
                     *         "posibleDuplicada sólo admite el valor true.",
                     *         "orden debe ser id, -id, nombre, -nombre, monto, -monto, anio, -anio, avance, -avance, termino, -termino, corte, -corte, pagoAdelantado, -pagoAdelantado, crecimientoContratos, -crecimientoContratos o relevancia.",
                     *         "campos debe ser uno o varios de éstos, separados por comas: id, numeroObra, claveUnica, nombre, descripcion, monto, ejercicioFiscalId, ejercicioFiscal, dependenciaId, dependencia, municipioId, municipio, tipoProyectoId, tipoProyecto, estatusObraId, estatusObra, ubicaciones, textos, etag.",
                     *         "limit debe ser un número entero.",
                     *         "page debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    createObra: {
        parameters: {
            query?: never;
            header?: {
                /** @description Clave nueva para cada alta, por ejemplo un UUID. Si la respuesta se pierde, la misma solicitud con la misma clave recibe, durante 24 horas, la primera respuesta con Idempotency-Replayed: true en lugar de crear otro registro. La misma clave con otra solicitud: 422; mientras la primera sigue en curso: 409. */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "claveUnica": "SOP-2026-0001",
                 *       "nombre": "Pavimentación de la calle 60",
                 *       "monto": 1250000.5,
                 *       "ejercicioFiscalId": 1,
                 *       "dependenciaId": 1,
                 *       "municipioId": 50,
                 *       "estatusObraId": 4,
                 *       "descripcion": "Concreto hidráulico entre las calles 61 y 73.",
                 *       "tipoProyectoId": 1,
                 *       "ubicaciones": [
                 *         {
                 *           "direccion": "Calle 60 x 61, Centro",
                 *           "tipoGeometria": "PUNTO",
                 *           "geometriaJson": {
                 *             "type": "Point",
                 *             "coordinates": [
                 *               -89.6237,
                 *               20.9674
                 *             ]
                 *           },
                 *           "municipioId": 50,
                 *           "localidadReferencia": "Mérida",
                 *           "referenciaLugar": "Frente a la plaza grande",
                 *           "orden": 1
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NuevaObra"];
            };
        };
        responses: {
            /** @description Registra una obra con sus ubicaciones */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "numeroObra": 1,
                     *       "claveUnica": "SOP-2026-0001",
                     *       "nombre": "Pavimentación de la calle 60",
                     *       "descripcion": "Concreto hidráulico entre las calles 61 y 73.",
                     *       "monto": 1250000.5,
                     *       "ejercicioFiscalId": 1,
                     *       "ejercicioFiscal": {
                     *         "id": 1,
                     *         "anio": 2026,
                     *         "activo": true
                     *       },
                     *       "dependenciaId": 1,
                     *       "dependencia": {
                     *         "id": 1,
                     *         "nombre": "Secretaría de Obras Públicas",
                     *         "siglas": "SOP",
                     *         "activo": true
                     *       },
                     *       "municipioId": 50,
                     *       "municipio": {
                     *         "id": 50,
                     *         "nombre": "Mérida"
                     *       },
                     *       "tipoProyectoId": 1,
                     *       "tipoProyecto": {
                     *         "id": 1,
                     *         "nombre": "Vialidades",
                     *         "activo": true
                     *       },
                     *       "estatusObraId": 4,
                     *       "estatusObra": {
                     *         "id": 4,
                     *         "nombre": "En proceso"
                     *       },
                     *       "ubicaciones": [
                     *         {
                     *           "id": 1,
                     *           "municipioId": 50,
                     *           "municipio": {
                     *             "id": 50,
                     *             "nombre": "Mérida"
                     *           },
                     *           "direccion": "Calle 60 x 61, Centro",
                     *           "localidadReferencia": "Mérida",
                     *           "referenciaLugar": "Frente a la plaza grande",
                     *           "tipoGeometria": "PUNTO",
                     *           "geometriaJson": {
                     *             "type": "Point",
                     *             "coordinates": [
                     *               -89.6237,
                     *               20.9674
                     *             ]
                     *           },
                     *           "orden": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Obra"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "claveUnica es obligatorio.",
                     *         "nombre es obligatorio.",
                     *         "monto es obligatorio.",
                     *         "ejercicioFiscalId es obligatorio.",
                     *         "dependenciaId es obligatorio.",
                     *         "municipioId es obligatorio.",
                     *         "estatusObraId es obligatorio."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            /** @description Conflicto */
            409: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 409,
                     *       "message": "Ya existe una obra con la clave única \"SOP-2026-0001\".",
                     *       "error": "Conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description Cuerpo demasiado grande */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 413,
                     *       "message": "El cuerpo excede el tamaño máximo de 8 MB.",
                     *       "error": "Payload Too Large"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            415: components["responses"]["TipoDeContenido"];
            422: components["responses"]["ClaveUsada"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    findObra: {
        parameters: {
            query?: {
                /** @description Sólo estos campos de cada obra, separados por comas, por ejemplo id,nombre,monto; vienen en el orden de siempre. */
                campos?: components["parameters"]["campos"];
            };
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path: {
                /**
                 * @description Identificador del registro.
                 * @example 1
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Una obra */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "numeroObra": 1,
                     *       "claveUnica": "SOP-2026-0001",
                     *       "nombre": "Pavimentación de la calle 60",
                     *       "descripcion": "Concreto hidráulico entre las calles 61 y 73.",
                     *       "monto": 1250000.5,
                     *       "ejercicioFiscalId": 1,
                     *       "ejercicioFiscal": {
                     *         "id": 1,
                     *         "anio": 2026,
                     *         "activo": true
                     *       },
                     *       "dependenciaId": 1,
                     *       "dependencia": {
                     *         "id": 1,
                     *         "nombre": "Secretaría de Obras Públicas",
                     *         "siglas": "SOP",
                     *         "activo": true
                     *       },
                     *       "municipioId": 50,
                     *       "municipio": {
                     *         "id": 50,
                     *         "nombre": "Mérida"
                     *       },
                     *       "tipoProyectoId": 1,
                     *       "tipoProyecto": {
                     *         "id": 1,
                     *         "nombre": "Vialidades",
                     *         "activo": true
                     *       },
                     *       "estatusObraId": 4,
                     *       "estatusObra": {
                     *         "id": 4,
                     *         "nombre": "En proceso"
                     *       },
                     *       "ubicaciones": [
                     *         {
                     *           "id": 1,
                     *           "municipioId": 50,
                     *           "municipio": {
                     *             "id": 50,
                     *             "nombre": "Mérida"
                     *           },
                     *           "direccion": "Calle 60 x 61, Centro",
                     *           "localidadReferencia": "Mérida",
                     *           "referenciaLugar": "Frente a la plaza grande",
                     *           "tipoGeometria": "PUNTO",
                     *           "geometriaJson": {
                     *             "type": "Point",
                     *             "coordinates": [
                     *               -89.6237,
                     *               20.9674
                     *             ]
                     *           },
                     *           "orden": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ObraPedida"];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero.",
                     *         "campos debe ser uno o varios de éstos, separados por comas: id, numeroObra, claveUnica, nombre, descripcion, monto, ejercicioFiscalId, ejercicioFiscal, dependenciaId, dependencia, municipioId, municipio, tipoProyectoId, tipoProyecto, estatusObraId, estatusObra, ubicaciones, textos, etag."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Obra 99 no encontrada.",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    deleteObra: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo consultado: si el registro ha cambiado, 412. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                /**
                 * @description Identificador del registro.
                 * @example 1
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Elimina una obra y sus ubicaciones; no se puede deshacer */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Obra 99 no encontrada.",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            412: components["responses"]["Cambio"];
            413: components["responses"]["DemasiadoGrande"];
            415: components["responses"]["TipoDeContenido"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    updateObra: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo consultado: si el registro ha cambiado, 412. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                /**
                 * @description Identificador del registro.
                 * @example 1
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "claveUnica": "SOP-2026-0001",
                 *       "nombre": "Pavimentación de la calle 60",
                 *       "descripcion": "Concreto hidráulico entre las calles 61 y 73.",
                 *       "monto": 1250000.5,
                 *       "ejercicioFiscalId": 1,
                 *       "dependenciaId": 1,
                 *       "municipioId": 50,
                 *       "tipoProyectoId": 1,
                 *       "estatusObraId": 4,
                 *       "ubicaciones": [
                 *         {
                 *           "id": 1,
                 *           "direccion": "Calle 60 x 61, Centro",
                 *           "tipoGeometria": "PUNTO",
                 *           "geometriaJson": {
                 *             "type": "Point",
                 *             "coordinates": [
                 *               -89.6237,
                 *               20.9674
                 *             ]
                 *           },
                 *           "municipioId": 50,
                 *           "localidadReferencia": "Mérida",
                 *           "referenciaLugar": "Frente a la plaza grande",
                 *           "orden": 1
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CambiosObra"];
            };
        };
        responses: {
            /** @description Cambia los campos indicados de una obra; ubicaciones reemplaza la lista */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "numeroObra": 1,
                     *       "claveUnica": "SOP-2026-0001",
                     *       "nombre": "Pavimentación de la calle 60",
                     *       "descripcion": "Concreto hidráulico entre las calles 61 y 73.",
                     *       "monto": 1250000.5,
                     *       "ejercicioFiscalId": 1,
                     *       "ejercicioFiscal": {
                     *         "id": 1,
                     *         "anio": 2026,
                     *         "activo": true
                     *       },
                     *       "dependenciaId": 1,
                     *       "dependencia": {
                     *         "id": 1,
                     *         "nombre": "Secretaría de Obras Públicas",
                     *         "siglas": "SOP",
                     *         "activo": true
                     *       },
                     *       "municipioId": 50,
                     *       "municipio": {
                     *         "id": 50,
                     *         "nombre": "Mérida"
                     *       },
                     *       "tipoProyectoId": 1,
                     *       "tipoProyecto": {
                     *         "id": 1,
                     *         "nombre": "Vialidades",
                     *         "activo": true
                     *       },
                     *       "estatusObraId": 4,
                     *       "estatusObra": {
                     *         "id": 4,
                     *         "nombre": "En proceso"
                     *       },
                     *       "ubicaciones": [
                     *         {
                     *           "id": 1,
                     *           "municipioId": 50,
                     *           "municipio": {
                     *             "id": 50,
                     *             "nombre": "Mérida"
                     *           },
                     *           "direccion": "Calle 60 x 61, Centro",
                     *           "localidadReferencia": "Mérida",
                     *           "referenciaLugar": "Frente a la plaza grande",
                     *           "tipoGeometria": "PUNTO",
                     *           "geometriaJson": {
                     *             "type": "Point",
                     *             "coordinates": [
                     *               -89.6237,
                     *               20.9674
                     *             ]
                     *           },
                     *           "orden": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Obra"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Obra 99 no encontrada.",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description Conflicto */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 409,
                     *       "message": "Ya existe una obra con la clave única \"SOP-2026-0001\".",
                     *       "error": "Conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            412: components["responses"]["Cambio"];
            /** @description Cuerpo demasiado grande */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 413,
                     *       "message": "El cuerpo excede el tamaño máximo de 8 MB.",
                     *       "error": "Payload Too Large"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description Tipo de contenido */
            415: {
                headers: {
                    "Accept-Patch": components["headers"]["Accept-Patch"];
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 415,
                     *       "message": "El cuerpo debe enviarse con Content-Type: application/json.",
                     *       "error": "Unsupported Media Type"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    exportObrasCsv: {
        parameters: {
            query?: {
                /** @description Sólo las obras de estos municipios. Hasta 100 valores, con comas o el parámetro repetido. */
                municipioId?: components["parameters"]["municipioId"];
                /** @description Sólo las obras con estos estatus. Hasta 100 valores, con comas o el parámetro repetido. */
                estatusObraId?: components["parameters"]["estatusObraId"];
                /** @description Sólo las obras de estos ejercicios fiscales. Hasta 100 valores, con comas o el parámetro repetido. */
                ejercicioFiscalId?: components["parameters"]["ejercicioFiscalId"];
                /** @description Sólo las obras de estas dependencias. Hasta 100 valores, con comas o el parámetro repetido. */
                dependenciaId?: components["parameters"]["dependenciaId"];
                /** @description Sólo las obras de estos tipos de proyecto. Hasta 100 valores, con comas o el parámetro repetido. */
                tipoProyectoId?: components["parameters"]["tipoProyectoId"];
                /** @description Sólo las obras de este monto o más (MXN). */
                montoMin?: components["parameters"]["montoMin"];
                /** @description Sólo las obras de este monto o menos (MXN). */
                montoMax?: components["parameters"]["montoMax"];
                /** @description Palabras que aparecen, todas, en nombre, claveUnica, descripcion o los textos de una ubicación, por ejemplo «pavimentacion merida»; sin distinguir acentos ni mayúsculas. Un número de hasta cuatro cifras se busca entero, y no en claveUnica: con «calle 60» se encuentra «C. 60 × 61», no «1450GYR0060» ni «89.603». Una claveUnica entera, como «0042», siempre se encuentra. */
                q?: components["parameters"]["q"];
                /** @description Sólo las obras con una ubicación que toca el rectángulo minLon,minLat,maxLon,maxLat (grados, WGS 84), por ejemplo -89.75,20.85,-89.50,21.10. */
                bbox?: components["parameters"]["bbox"];
                /** @description Con true, sólo las favoritas de quien pregunta, según su token; sin él, 401. */
                favoritas?: components["parameters"]["favoritas"];
                /** @description Sólo las obras de ejercicios fiscales de este año o anteriores. */
                anioMax?: components["parameters"]["anioMax"];
                /** @description Con true, sólo las obras sin ubicaciones. */
                sinUbicacion?: components["parameters"]["sinUbicacion"];
                /** @description Con true, sólo las obras con una ubicación a más de 1 km del municipio que se indica en ella. */
                fueraDeMunicipio?: components["parameters"]["fueraDeMunicipio"];
                /** @description Sólo las obras que se registraron ese día o después, según la bitácora: AAAA-MM-DD, hora de Mérida. */
                registradaDesde?: components["parameters"]["registradaDesde"];
                /** @description Con true, sólo las obras que registró quien pregunta, según su token y la bitácora; sin token, 401. */
                registradaPorMi?: components["parameters"]["registradaPorMi"];
                /** @description Sólo las obras cuyo monto creció o bajó más de este porcentaje desde que se registraron, según la bitácora. Sólo para administradores. */
                variacionMonto?: components["parameters"]["variacionMonto"];
                /** @description Sólo las obras con este avance físico o más, en por ciento. */
                avanceMin?: components["parameters"]["avanceMin"];
                /** @description Sólo las obras con este avance físico o menos, en por ciento; no las que nada han reportado. */
                avanceMax?: components["parameters"]["avanceMax"];
                /** @description Con true, sólo las obras de las que se ha reportado algo construido o pagado. */
                conAvance?: components["parameters"]["conAvance"];
                /** @description Con true, sólo las obras abiertas cuya fecha de término vigente ya pasó, hoy en Mérida, sin que se haya dicho que terminaron. */
                atrasadas?: components["parameters"]["atrasadas"];
                /** @description Sólo las obras empezadas sin un avance con corte ese día o después: AAAA-MM-DD. Empezadas son las abiertas que están en proceso o suspendidas, o de las que se ha dicho algo construido, algo pagado o cuándo empezaron. Abiertas son las que no están terminadas ni canceladas. */
                sinReporteDesde?: components["parameters"]["sinReporteDesde"];
                /** @description Palabras que aparecen, todas, en el nombre de una de las empresas que la construyen por contrato; sin distinguir acentos ni mayúsculas. */
                contratista?: components["parameters"]["contratista"];
                /** @description Sólo las obras abiertas y sin terminar en que lo pagado, en por ciento de sus contratos vigentes o, sin ellos, del monto de la obra, rebasa al avance físico en más de estos puntos. */
                pagoAdelantado?: components["parameters"]["pagoAdelantado"];
                /** @description Sólo las obras cuyos contratos de obra suman, con sus convenios, más de este porcentaje por encima de lo que se firmó. */
                crecimientoContratos?: components["parameters"]["crecimientoContratos"];
                /** @description Con true, sólo las obras que parecen estar registradas dos veces: de la misma dependencia y el mismo ejercicio, con nombres parecidos y los mismos números en ellos, y con el mismo monto o a menos de 100 m. Sólo para administradores. */
                posibleDuplicada?: components["parameters"]["posibleDuplicada"];
                /** @description Orden: id (el de siempre), nombre (alfabético del español), monto, anio (del ejercicio fiscal), avance (físico; antes las que nada han reportado), termino (la fecha de término vigente; al final las que no la tienen) corte (la fecha del avance más nuevo; antes las que nada han reportado), pagoAdelantado o crecimientoContratos (lo que comparan esos filtros; antes las que no lo tienen); con un guion delante, al revés: -id, de la más nueva a la más antigua. Con q también relevancia: primero la obra de esa claveUnica, luego las obras que en el nombre o en una dirección dicen la frase tal cual, después las que tienen sus palabras enteras y cerca, y al final las que sólo las tienen como parte de otras; sin q es como id. A igualdad, por id. */
                orden?: components["parameters"]["orden"];
            };
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Las obras como CSV */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example id,numeroObra,claveUnica,nombre… */
                    "text/csv": string;
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "municipioId debe ser un número entero.",
                     *         "estatusObraId debe ser un número entero.",
                     *         "ejercicioFiscalId debe ser un número entero.",
                     *         "dependenciaId debe ser un número entero.",
                     *         "tipoProyectoId debe ser un número entero.",
                     *         "montoMin debe ser una cantidad de 0 a 9,999,999,999,999.99, escrita sin comas y con dos decimales a lo más.",
                     *         "montoMax debe ser una cantidad de 0 a 9,999,999,999,999.99, escrita sin comas y con dos decimales a lo más.",
                     *         "bbox debe tener la forma minLon,minLat,maxLon,maxLat en grados, con cada mínimo no mayor que su máximo.",
                     *         "favoritas sólo admite el valor true.",
                     *         "anioMax debe ser un número entero.",
                     *         "sinUbicacion sólo admite el valor true.",
                     *         "fueraDeMunicipio sólo admite el valor true.",
                     *         "registradaDesde debe ser una fecha, por ejemplo 2026-01-31.",
                     *         "registradaPorMi sólo admite el valor true.",
                     *         "variacionMonto debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más.",
                     *         "avanceMin debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "avanceMax debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "conAvance sólo admite el valor true.",
                     *         "atrasadas sólo admite el valor true.",
                     *         "sinReporteDesde debe ser una fecha, por ejemplo 2026-01-31.",
                     *         "pagoAdelantado debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "crecimientoContratos debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más.",
                     *         "posibleDuplicada sólo admite el valor true.",
                     *         "orden debe ser id, -id, nombre, -nombre, monto, -monto, anio, -anio, avance, -avance, termino, -termino, corte, -corte, pagoAdelantado, -pagoAdelantado, crecimientoContratos, -crecimientoContratos o relevancia."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    exportObrasXlsx: {
        parameters: {
            query?: {
                /** @description Sólo las obras de estos municipios. Hasta 100 valores, con comas o el parámetro repetido. */
                municipioId?: components["parameters"]["municipioId"];
                /** @description Sólo las obras con estos estatus. Hasta 100 valores, con comas o el parámetro repetido. */
                estatusObraId?: components["parameters"]["estatusObraId"];
                /** @description Sólo las obras de estos ejercicios fiscales. Hasta 100 valores, con comas o el parámetro repetido. */
                ejercicioFiscalId?: components["parameters"]["ejercicioFiscalId"];
                /** @description Sólo las obras de estas dependencias. Hasta 100 valores, con comas o el parámetro repetido. */
                dependenciaId?: components["parameters"]["dependenciaId"];
                /** @description Sólo las obras de estos tipos de proyecto. Hasta 100 valores, con comas o el parámetro repetido. */
                tipoProyectoId?: components["parameters"]["tipoProyectoId"];
                /** @description Sólo las obras de este monto o más (MXN). */
                montoMin?: components["parameters"]["montoMin"];
                /** @description Sólo las obras de este monto o menos (MXN). */
                montoMax?: components["parameters"]["montoMax"];
                /** @description Palabras que aparecen, todas, en nombre, claveUnica, descripcion o los textos de una ubicación, por ejemplo «pavimentacion merida»; sin distinguir acentos ni mayúsculas. Un número de hasta cuatro cifras se busca entero, y no en claveUnica: con «calle 60» se encuentra «C. 60 × 61», no «1450GYR0060» ni «89.603». Una claveUnica entera, como «0042», siempre se encuentra. */
                q?: components["parameters"]["q"];
                /** @description Sólo las obras con una ubicación que toca el rectángulo minLon,minLat,maxLon,maxLat (grados, WGS 84), por ejemplo -89.75,20.85,-89.50,21.10. */
                bbox?: components["parameters"]["bbox"];
                /** @description Con true, sólo las favoritas de quien pregunta, según su token; sin él, 401. */
                favoritas?: components["parameters"]["favoritas"];
                /** @description Sólo las obras de ejercicios fiscales de este año o anteriores. */
                anioMax?: components["parameters"]["anioMax"];
                /** @description Con true, sólo las obras sin ubicaciones. */
                sinUbicacion?: components["parameters"]["sinUbicacion"];
                /** @description Con true, sólo las obras con una ubicación a más de 1 km del municipio que se indica en ella. */
                fueraDeMunicipio?: components["parameters"]["fueraDeMunicipio"];
                /** @description Sólo las obras que se registraron ese día o después, según la bitácora: AAAA-MM-DD, hora de Mérida. */
                registradaDesde?: components["parameters"]["registradaDesde"];
                /** @description Con true, sólo las obras que registró quien pregunta, según su token y la bitácora; sin token, 401. */
                registradaPorMi?: components["parameters"]["registradaPorMi"];
                /** @description Sólo las obras cuyo monto creció o bajó más de este porcentaje desde que se registraron, según la bitácora. Sólo para administradores. */
                variacionMonto?: components["parameters"]["variacionMonto"];
                /** @description Sólo las obras con este avance físico o más, en por ciento. */
                avanceMin?: components["parameters"]["avanceMin"];
                /** @description Sólo las obras con este avance físico o menos, en por ciento; no las que nada han reportado. */
                avanceMax?: components["parameters"]["avanceMax"];
                /** @description Con true, sólo las obras de las que se ha reportado algo construido o pagado. */
                conAvance?: components["parameters"]["conAvance"];
                /** @description Con true, sólo las obras abiertas cuya fecha de término vigente ya pasó, hoy en Mérida, sin que se haya dicho que terminaron. */
                atrasadas?: components["parameters"]["atrasadas"];
                /** @description Sólo las obras empezadas sin un avance con corte ese día o después: AAAA-MM-DD. Empezadas son las abiertas que están en proceso o suspendidas, o de las que se ha dicho algo construido, algo pagado o cuándo empezaron. Abiertas son las que no están terminadas ni canceladas. */
                sinReporteDesde?: components["parameters"]["sinReporteDesde"];
                /** @description Palabras que aparecen, todas, en el nombre de una de las empresas que la construyen por contrato; sin distinguir acentos ni mayúsculas. */
                contratista?: components["parameters"]["contratista"];
                /** @description Sólo las obras abiertas y sin terminar en que lo pagado, en por ciento de sus contratos vigentes o, sin ellos, del monto de la obra, rebasa al avance físico en más de estos puntos. */
                pagoAdelantado?: components["parameters"]["pagoAdelantado"];
                /** @description Sólo las obras cuyos contratos de obra suman, con sus convenios, más de este porcentaje por encima de lo que se firmó. */
                crecimientoContratos?: components["parameters"]["crecimientoContratos"];
                /** @description Con true, sólo las obras que parecen estar registradas dos veces: de la misma dependencia y el mismo ejercicio, con nombres parecidos y los mismos números en ellos, y con el mismo monto o a menos de 100 m. Sólo para administradores. */
                posibleDuplicada?: components["parameters"]["posibleDuplicada"];
                /** @description Orden: id (el de siempre), nombre (alfabético del español), monto, anio (del ejercicio fiscal), avance (físico; antes las que nada han reportado), termino (la fecha de término vigente; al final las que no la tienen) corte (la fecha del avance más nuevo; antes las que nada han reportado), pagoAdelantado o crecimientoContratos (lo que comparan esos filtros; antes las que no lo tienen); con un guion delante, al revés: -id, de la más nueva a la más antigua. Con q también relevancia: primero la obra de esa claveUnica, luego las obras que en el nombre o en una dirección dicen la frase tal cual, después las que tienen sus palabras enteras y cerca, y al final las que sólo las tienen como parte de otras; sin q es como id. A igualdad, por id. */
                orden?: components["parameters"]["orden"];
            };
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Las obras como hoja de Excel */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example PK… */
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "municipioId debe ser un número entero.",
                     *         "estatusObraId debe ser un número entero.",
                     *         "ejercicioFiscalId debe ser un número entero.",
                     *         "dependenciaId debe ser un número entero.",
                     *         "tipoProyectoId debe ser un número entero.",
                     *         "montoMin debe ser una cantidad de 0 a 9,999,999,999,999.99, escrita sin comas y con dos decimales a lo más.",
                     *         "montoMax debe ser una cantidad de 0 a 9,999,999,999,999.99, escrita sin comas y con dos decimales a lo más.",
                     *         "bbox debe tener la forma minLon,minLat,maxLon,maxLat en grados, con cada mínimo no mayor que su máximo.",
                     *         "favoritas sólo admite el valor true.",
                     *         "anioMax debe ser un número entero.",
                     *         "sinUbicacion sólo admite el valor true.",
                     *         "fueraDeMunicipio sólo admite el valor true.",
                     *         "registradaDesde debe ser una fecha, por ejemplo 2026-01-31.",
                     *         "registradaPorMi sólo admite el valor true.",
                     *         "variacionMonto debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más.",
                     *         "avanceMin debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "avanceMax debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "conAvance sólo admite el valor true.",
                     *         "atrasadas sólo admite el valor true.",
                     *         "sinReporteDesde debe ser una fecha, por ejemplo 2026-01-31.",
                     *         "pagoAdelantado debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "crecimientoContratos debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más.",
                     *         "posibleDuplicada sólo admite el valor true.",
                     *         "orden debe ser id, -id, nombre, -nombre, monto, -monto, anio, -anio, avance, -avance, termino, -termino, corte, -corte, pagoAdelantado, -pagoAdelantado, crecimientoContratos, -crecimientoContratos o relevancia."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    exportObrasNdjson: {
        parameters: {
            query?: {
                /** @description Sólo las obras de estos municipios. Hasta 100 valores, con comas o el parámetro repetido. */
                municipioId?: components["parameters"]["municipioId"];
                /** @description Sólo las obras con estos estatus. Hasta 100 valores, con comas o el parámetro repetido. */
                estatusObraId?: components["parameters"]["estatusObraId"];
                /** @description Sólo las obras de estos ejercicios fiscales. Hasta 100 valores, con comas o el parámetro repetido. */
                ejercicioFiscalId?: components["parameters"]["ejercicioFiscalId"];
                /** @description Sólo las obras de estas dependencias. Hasta 100 valores, con comas o el parámetro repetido. */
                dependenciaId?: components["parameters"]["dependenciaId"];
                /** @description Sólo las obras de estos tipos de proyecto. Hasta 100 valores, con comas o el parámetro repetido. */
                tipoProyectoId?: components["parameters"]["tipoProyectoId"];
                /** @description Sólo las obras de este monto o más (MXN). */
                montoMin?: components["parameters"]["montoMin"];
                /** @description Sólo las obras de este monto o menos (MXN). */
                montoMax?: components["parameters"]["montoMax"];
                /** @description Palabras que aparecen, todas, en nombre, claveUnica, descripcion o los textos de una ubicación, por ejemplo «pavimentacion merida»; sin distinguir acentos ni mayúsculas. Un número de hasta cuatro cifras se busca entero, y no en claveUnica: con «calle 60» se encuentra «C. 60 × 61», no «1450GYR0060» ni «89.603». Una claveUnica entera, como «0042», siempre se encuentra. */
                q?: components["parameters"]["q"];
                /** @description Sólo las obras con una ubicación que toca el rectángulo minLon,minLat,maxLon,maxLat (grados, WGS 84), por ejemplo -89.75,20.85,-89.50,21.10. */
                bbox?: components["parameters"]["bbox"];
                /** @description Con true, sólo las favoritas de quien pregunta, según su token; sin él, 401. */
                favoritas?: components["parameters"]["favoritas"];
                /** @description Sólo las obras de ejercicios fiscales de este año o anteriores. */
                anioMax?: components["parameters"]["anioMax"];
                /** @description Con true, sólo las obras sin ubicaciones. */
                sinUbicacion?: components["parameters"]["sinUbicacion"];
                /** @description Con true, sólo las obras con una ubicación a más de 1 km del municipio que se indica en ella. */
                fueraDeMunicipio?: components["parameters"]["fueraDeMunicipio"];
                /** @description Sólo las obras que se registraron ese día o después, según la bitácora: AAAA-MM-DD, hora de Mérida. */
                registradaDesde?: components["parameters"]["registradaDesde"];
                /** @description Con true, sólo las obras que registró quien pregunta, según su token y la bitácora; sin token, 401. */
                registradaPorMi?: components["parameters"]["registradaPorMi"];
                /** @description Sólo las obras cuyo monto creció o bajó más de este porcentaje desde que se registraron, según la bitácora. Sólo para administradores. */
                variacionMonto?: components["parameters"]["variacionMonto"];
                /** @description Sólo las obras con este avance físico o más, en por ciento. */
                avanceMin?: components["parameters"]["avanceMin"];
                /** @description Sólo las obras con este avance físico o menos, en por ciento; no las que nada han reportado. */
                avanceMax?: components["parameters"]["avanceMax"];
                /** @description Con true, sólo las obras de las que se ha reportado algo construido o pagado. */
                conAvance?: components["parameters"]["conAvance"];
                /** @description Con true, sólo las obras abiertas cuya fecha de término vigente ya pasó, hoy en Mérida, sin que se haya dicho que terminaron. */
                atrasadas?: components["parameters"]["atrasadas"];
                /** @description Sólo las obras empezadas sin un avance con corte ese día o después: AAAA-MM-DD. Empezadas son las abiertas que están en proceso o suspendidas, o de las que se ha dicho algo construido, algo pagado o cuándo empezaron. Abiertas son las que no están terminadas ni canceladas. */
                sinReporteDesde?: components["parameters"]["sinReporteDesde"];
                /** @description Palabras que aparecen, todas, en el nombre de una de las empresas que la construyen por contrato; sin distinguir acentos ni mayúsculas. */
                contratista?: components["parameters"]["contratista"];
                /** @description Sólo las obras abiertas y sin terminar en que lo pagado, en por ciento de sus contratos vigentes o, sin ellos, del monto de la obra, rebasa al avance físico en más de estos puntos. */
                pagoAdelantado?: components["parameters"]["pagoAdelantado"];
                /** @description Sólo las obras cuyos contratos de obra suman, con sus convenios, más de este porcentaje por encima de lo que se firmó. */
                crecimientoContratos?: components["parameters"]["crecimientoContratos"];
                /** @description Con true, sólo las obras que parecen estar registradas dos veces: de la misma dependencia y el mismo ejercicio, con nombres parecidos y los mismos números en ellos, y con el mismo monto o a menos de 100 m. Sólo para administradores. */
                posibleDuplicada?: components["parameters"]["posibleDuplicada"];
                /** @description Orden: id (el de siempre), nombre (alfabético del español), monto, anio (del ejercicio fiscal), avance (físico; antes las que nada han reportado), termino (la fecha de término vigente; al final las que no la tienen) corte (la fecha del avance más nuevo; antes las que nada han reportado), pagoAdelantado o crecimientoContratos (lo que comparan esos filtros; antes las que no lo tienen); con un guion delante, al revés: -id, de la más nueva a la más antigua. Con q también relevancia: primero la obra de esa claveUnica, luego las obras que en el nombre o en una dirección dicen la frase tal cual, después las que tienen sus palabras enteras y cerca, y al final las que sólo las tienen como parte de otras; sin q es como id. A igualdad, por id. */
                orden?: components["parameters"]["orden"];
            };
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Las obras como NDJSON: en cada línea una, como la responde GET /obras */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example {"id":1,…} */
                    "application/x-ndjson": string;
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "municipioId debe ser un número entero.",
                     *         "estatusObraId debe ser un número entero.",
                     *         "ejercicioFiscalId debe ser un número entero.",
                     *         "dependenciaId debe ser un número entero.",
                     *         "tipoProyectoId debe ser un número entero.",
                     *         "montoMin debe ser una cantidad de 0 a 9,999,999,999,999.99, escrita sin comas y con dos decimales a lo más.",
                     *         "montoMax debe ser una cantidad de 0 a 9,999,999,999,999.99, escrita sin comas y con dos decimales a lo más.",
                     *         "bbox debe tener la forma minLon,minLat,maxLon,maxLat en grados, con cada mínimo no mayor que su máximo.",
                     *         "favoritas sólo admite el valor true.",
                     *         "anioMax debe ser un número entero.",
                     *         "sinUbicacion sólo admite el valor true.",
                     *         "fueraDeMunicipio sólo admite el valor true.",
                     *         "registradaDesde debe ser una fecha, por ejemplo 2026-01-31.",
                     *         "registradaPorMi sólo admite el valor true.",
                     *         "variacionMonto debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más.",
                     *         "avanceMin debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "avanceMax debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "conAvance sólo admite el valor true.",
                     *         "atrasadas sólo admite el valor true.",
                     *         "sinReporteDesde debe ser una fecha, por ejemplo 2026-01-31.",
                     *         "pagoAdelantado debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "crecimientoContratos debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más.",
                     *         "posibleDuplicada sólo admite el valor true.",
                     *         "orden debe ser id, -id, nombre, -nombre, monto, -monto, anio, -anio, avance, -avance, termino, -termino, corte, -corte, pagoAdelantado, -pagoAdelantado, crecimientoContratos, -crecimientoContratos o relevancia."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    summarizeObras: {
        parameters: {
            query: {
                /**
                 * @description Qué se agrupa. Con dos, separados por una coma, cada grupo del primero se cruza con los del segundo.
                 * @example municipio
                 */
                por: components["parameters"]["por"];
                /** @description Sólo las obras de estos municipios. Hasta 100 valores, con comas o el parámetro repetido. */
                municipioId?: components["parameters"]["municipioId"];
                /** @description Sólo las obras con estos estatus. Hasta 100 valores, con comas o el parámetro repetido. */
                estatusObraId?: components["parameters"]["estatusObraId"];
                /** @description Sólo las obras de estos ejercicios fiscales. Hasta 100 valores, con comas o el parámetro repetido. */
                ejercicioFiscalId?: components["parameters"]["ejercicioFiscalId"];
                /** @description Sólo las obras de estas dependencias. Hasta 100 valores, con comas o el parámetro repetido. */
                dependenciaId?: components["parameters"]["dependenciaId"];
                /** @description Sólo las obras de estos tipos de proyecto. Hasta 100 valores, con comas o el parámetro repetido. */
                tipoProyectoId?: components["parameters"]["tipoProyectoId"];
                /** @description Sólo las obras de este monto o más (MXN). */
                montoMin?: components["parameters"]["montoMin"];
                /** @description Sólo las obras de este monto o menos (MXN). */
                montoMax?: components["parameters"]["montoMax"];
                /** @description Palabras que aparecen, todas, en nombre, claveUnica, descripcion o los textos de una ubicación, por ejemplo «pavimentacion merida»; sin distinguir acentos ni mayúsculas. Un número de hasta cuatro cifras se busca entero, y no en claveUnica: con «calle 60» se encuentra «C. 60 × 61», no «1450GYR0060» ni «89.603». Una claveUnica entera, como «0042», siempre se encuentra. */
                q?: components["parameters"]["q"];
                /** @description Sólo las obras con una ubicación que toca el rectángulo minLon,minLat,maxLon,maxLat (grados, WGS 84), por ejemplo -89.75,20.85,-89.50,21.10. */
                bbox?: components["parameters"]["bbox"];
                /** @description Con true, sólo las favoritas de quien pregunta, según su token; sin él, 401. */
                favoritas?: components["parameters"]["favoritas"];
                /** @description Sólo las obras de ejercicios fiscales de este año o anteriores. */
                anioMax?: components["parameters"]["anioMax"];
                /** @description Con true, sólo las obras sin ubicaciones. */
                sinUbicacion?: components["parameters"]["sinUbicacion"];
                /** @description Con true, sólo las obras con una ubicación a más de 1 km del municipio que se indica en ella. */
                fueraDeMunicipio?: components["parameters"]["fueraDeMunicipio"];
                /** @description Sólo las obras que se registraron ese día o después, según la bitácora: AAAA-MM-DD, hora de Mérida. */
                registradaDesde?: components["parameters"]["registradaDesde"];
                /** @description Con true, sólo las obras que registró quien pregunta, según su token y la bitácora; sin token, 401. */
                registradaPorMi?: components["parameters"]["registradaPorMi"];
                /** @description Sólo las obras cuyo monto creció o bajó más de este porcentaje desde que se registraron, según la bitácora. Sólo para administradores. */
                variacionMonto?: components["parameters"]["variacionMonto"];
                /** @description Sólo las obras con este avance físico o más, en por ciento. */
                avanceMin?: components["parameters"]["avanceMin"];
                /** @description Sólo las obras con este avance físico o menos, en por ciento; no las que nada han reportado. */
                avanceMax?: components["parameters"]["avanceMax"];
                /** @description Con true, sólo las obras de las que se ha reportado algo construido o pagado. */
                conAvance?: components["parameters"]["conAvance"];
                /** @description Con true, sólo las obras abiertas cuya fecha de término vigente ya pasó, hoy en Mérida, sin que se haya dicho que terminaron. */
                atrasadas?: components["parameters"]["atrasadas"];
                /** @description Sólo las obras empezadas sin un avance con corte ese día o después: AAAA-MM-DD. Empezadas son las abiertas que están en proceso o suspendidas, o de las que se ha dicho algo construido, algo pagado o cuándo empezaron. Abiertas son las que no están terminadas ni canceladas. */
                sinReporteDesde?: components["parameters"]["sinReporteDesde"];
                /** @description Palabras que aparecen, todas, en el nombre de una de las empresas que la construyen por contrato; sin distinguir acentos ni mayúsculas. */
                contratista?: components["parameters"]["contratista"];
                /** @description Sólo las obras abiertas y sin terminar en que lo pagado, en por ciento de sus contratos vigentes o, sin ellos, del monto de la obra, rebasa al avance físico en más de estos puntos. */
                pagoAdelantado?: components["parameters"]["pagoAdelantado"];
                /** @description Sólo las obras cuyos contratos de obra suman, con sus convenios, más de este porcentaje por encima de lo que se firmó. */
                crecimientoContratos?: components["parameters"]["crecimientoContratos"];
                /** @description Con true, sólo las obras que parecen estar registradas dos veces: de la misma dependencia y el mismo ejercicio, con nombres parecidos y los mismos números en ellos, y con el mismo monto o a menos de 100 m. Sólo para administradores. */
                posibleDuplicada?: components["parameters"]["posibleDuplicada"];
            };
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cuántas obras hay y cuánto suman, en total y por grupo, o por dos grupos cruzados */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "por": "municipio",
                     *       "total": {
                     *         "obras": 12,
                     *         "monto": 18450000.5
                     *       },
                     *       "grupos": [
                     *         {
                     *           "id": 50,
                     *           "nombre": "Mérida",
                     *           "obras": 12,
                     *           "monto": 18450000.5,
                     *           "poblacion": 995129,
                     *           "montoPorHabitante": 18.54,
                     *           "celdas": [
                     *             {
                     *               "id": 50,
                     *               "obras": 12,
                     *               "monto": 18450000.5
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "columnas": [
                     *         {
                     *           "id": 50,
                     *           "nombre": "Mérida",
                     *           "obras": 12,
                     *           "monto": 18450000.5,
                     *           "poblacion": 995129,
                     *           "montoPorHabitante": 18.54
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Resumen"];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "por debe ser uno o varios de éstos, separados por comas: municipio, dependencia, ejercicioFiscal, estatus, tipoProyecto.",
                     *         "municipioId debe ser un número entero.",
                     *         "estatusObraId debe ser un número entero.",
                     *         "ejercicioFiscalId debe ser un número entero.",
                     *         "dependenciaId debe ser un número entero.",
                     *         "tipoProyectoId debe ser un número entero.",
                     *         "montoMin debe ser una cantidad de 0 a 9,999,999,999,999.99, escrita sin comas y con dos decimales a lo más.",
                     *         "montoMax debe ser una cantidad de 0 a 9,999,999,999,999.99, escrita sin comas y con dos decimales a lo más.",
                     *         "bbox debe tener la forma minLon,minLat,maxLon,maxLat en grados, con cada mínimo no mayor que su máximo.",
                     *         "favoritas sólo admite el valor true.",
                     *         "anioMax debe ser un número entero.",
                     *         "sinUbicacion sólo admite el valor true.",
                     *         "fueraDeMunicipio sólo admite el valor true.",
                     *         "registradaDesde debe ser una fecha, por ejemplo 2026-01-31.",
                     *         "registradaPorMi sólo admite el valor true.",
                     *         "variacionMonto debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más.",
                     *         "avanceMin debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "avanceMax debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "conAvance sólo admite el valor true.",
                     *         "atrasadas sólo admite el valor true.",
                     *         "sinReporteDesde debe ser una fecha, por ejemplo 2026-01-31.",
                     *         "pagoAdelantado debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "crecimientoContratos debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más.",
                     *         "posibleDuplicada sólo admite el valor true."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    summarizeObrasCsv: {
        parameters: {
            query: {
                /**
                 * @description Qué se agrupa. Con dos, separados por una coma, cada grupo del primero se cruza con los del segundo.
                 * @example municipio
                 */
                por: components["parameters"]["por"];
                /** @description Sólo las obras de estos municipios. Hasta 100 valores, con comas o el parámetro repetido. */
                municipioId?: components["parameters"]["municipioId"];
                /** @description Sólo las obras con estos estatus. Hasta 100 valores, con comas o el parámetro repetido. */
                estatusObraId?: components["parameters"]["estatusObraId"];
                /** @description Sólo las obras de estos ejercicios fiscales. Hasta 100 valores, con comas o el parámetro repetido. */
                ejercicioFiscalId?: components["parameters"]["ejercicioFiscalId"];
                /** @description Sólo las obras de estas dependencias. Hasta 100 valores, con comas o el parámetro repetido. */
                dependenciaId?: components["parameters"]["dependenciaId"];
                /** @description Sólo las obras de estos tipos de proyecto. Hasta 100 valores, con comas o el parámetro repetido. */
                tipoProyectoId?: components["parameters"]["tipoProyectoId"];
                /** @description Sólo las obras de este monto o más (MXN). */
                montoMin?: components["parameters"]["montoMin"];
                /** @description Sólo las obras de este monto o menos (MXN). */
                montoMax?: components["parameters"]["montoMax"];
                /** @description Palabras que aparecen, todas, en nombre, claveUnica, descripcion o los textos de una ubicación, por ejemplo «pavimentacion merida»; sin distinguir acentos ni mayúsculas. Un número de hasta cuatro cifras se busca entero, y no en claveUnica: con «calle 60» se encuentra «C. 60 × 61», no «1450GYR0060» ni «89.603». Una claveUnica entera, como «0042», siempre se encuentra. */
                q?: components["parameters"]["q"];
                /** @description Sólo las obras con una ubicación que toca el rectángulo minLon,minLat,maxLon,maxLat (grados, WGS 84), por ejemplo -89.75,20.85,-89.50,21.10. */
                bbox?: components["parameters"]["bbox"];
                /** @description Con true, sólo las favoritas de quien pregunta, según su token; sin él, 401. */
                favoritas?: components["parameters"]["favoritas"];
                /** @description Sólo las obras de ejercicios fiscales de este año o anteriores. */
                anioMax?: components["parameters"]["anioMax"];
                /** @description Con true, sólo las obras sin ubicaciones. */
                sinUbicacion?: components["parameters"]["sinUbicacion"];
                /** @description Con true, sólo las obras con una ubicación a más de 1 km del municipio que se indica en ella. */
                fueraDeMunicipio?: components["parameters"]["fueraDeMunicipio"];
                /** @description Sólo las obras que se registraron ese día o después, según la bitácora: AAAA-MM-DD, hora de Mérida. */
                registradaDesde?: components["parameters"]["registradaDesde"];
                /** @description Con true, sólo las obras que registró quien pregunta, según su token y la bitácora; sin token, 401. */
                registradaPorMi?: components["parameters"]["registradaPorMi"];
                /** @description Sólo las obras cuyo monto creció o bajó más de este porcentaje desde que se registraron, según la bitácora. Sólo para administradores. */
                variacionMonto?: components["parameters"]["variacionMonto"];
                /** @description Sólo las obras con este avance físico o más, en por ciento. */
                avanceMin?: components["parameters"]["avanceMin"];
                /** @description Sólo las obras con este avance físico o menos, en por ciento; no las que nada han reportado. */
                avanceMax?: components["parameters"]["avanceMax"];
                /** @description Con true, sólo las obras de las que se ha reportado algo construido o pagado. */
                conAvance?: components["parameters"]["conAvance"];
                /** @description Con true, sólo las obras abiertas cuya fecha de término vigente ya pasó, hoy en Mérida, sin que se haya dicho que terminaron. */
                atrasadas?: components["parameters"]["atrasadas"];
                /** @description Sólo las obras empezadas sin un avance con corte ese día o después: AAAA-MM-DD. Empezadas son las abiertas que están en proceso o suspendidas, o de las que se ha dicho algo construido, algo pagado o cuándo empezaron. Abiertas son las que no están terminadas ni canceladas. */
                sinReporteDesde?: components["parameters"]["sinReporteDesde"];
                /** @description Palabras que aparecen, todas, en el nombre de una de las empresas que la construyen por contrato; sin distinguir acentos ni mayúsculas. */
                contratista?: components["parameters"]["contratista"];
                /** @description Sólo las obras abiertas y sin terminar en que lo pagado, en por ciento de sus contratos vigentes o, sin ellos, del monto de la obra, rebasa al avance físico en más de estos puntos. */
                pagoAdelantado?: components["parameters"]["pagoAdelantado"];
                /** @description Sólo las obras cuyos contratos de obra suman, con sus convenios, más de este porcentaje por encima de lo que se firmó. */
                crecimientoContratos?: components["parameters"]["crecimientoContratos"];
                /** @description Con true, sólo las obras que parecen estar registradas dos veces: de la misma dependencia y el mismo ejercicio, con nombres parecidos y los mismos números en ellos, y con el mismo monto o a menos de 100 m. Sólo para administradores. */
                posibleDuplicada?: components["parameters"]["posibleDuplicada"];
            };
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description El mismo resumen como CSV */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example municipio,obras,monto… */
                    "text/csv": string;
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "por debe ser uno o varios de éstos, separados por comas: municipio, dependencia, ejercicioFiscal, estatus, tipoProyecto.",
                     *         "municipioId debe ser un número entero.",
                     *         "estatusObraId debe ser un número entero.",
                     *         "ejercicioFiscalId debe ser un número entero.",
                     *         "dependenciaId debe ser un número entero.",
                     *         "tipoProyectoId debe ser un número entero.",
                     *         "montoMin debe ser una cantidad de 0 a 9,999,999,999,999.99, escrita sin comas y con dos decimales a lo más.",
                     *         "montoMax debe ser una cantidad de 0 a 9,999,999,999,999.99, escrita sin comas y con dos decimales a lo más.",
                     *         "bbox debe tener la forma minLon,minLat,maxLon,maxLat en grados, con cada mínimo no mayor que su máximo.",
                     *         "favoritas sólo admite el valor true.",
                     *         "anioMax debe ser un número entero.",
                     *         "sinUbicacion sólo admite el valor true.",
                     *         "fueraDeMunicipio sólo admite el valor true.",
                     *         "registradaDesde debe ser una fecha, por ejemplo 2026-01-31.",
                     *         "registradaPorMi sólo admite el valor true.",
                     *         "variacionMonto debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más.",
                     *         "avanceMin debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "avanceMax debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "conAvance sólo admite el valor true.",
                     *         "atrasadas sólo admite el valor true.",
                     *         "sinReporteDesde debe ser una fecha, por ejemplo 2026-01-31.",
                     *         "pagoAdelantado debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "crecimientoContratos debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más.",
                     *         "posibleDuplicada sólo admite el valor true."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    listCalidad: {
        parameters: {
            query?: {
                /** @description Desde qué porcentaje se cuenta que un monto cambió mucho; 20 si no se indica. */
                variacionMonto?: number;
            };
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lo que conviene revisar del registro: cuántas obras encuentra cada regla */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "regla": "sinUbicacion",
                     *         "nombre": "Sin ubicación",
                     *         "descripcion": "No tienen ninguna ubicación.",
                     *         "filtros": {
                     *           "sinUbicacion": "true"
                     *         },
                     *         "obras": 12,
                     *         "monto": 18450000.5
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ReglaDeCalidad"][];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "variacionMonto debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    changeEstatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description Clave nueva para cada alta, por ejemplo un UUID. Si la respuesta se pierde, la misma solicitud con la misma clave recibe, durante 24 horas, la primera respuesta con Idempotency-Replayed: true en lugar de crear otro registro. La misma clave con otra solicitud: 422; mientras la primera sigue en curso: 409. */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "estatusObraId": 6,
                 *       "obras": [
                 *         {
                 *           "id": 1,
                 *           "etag": "\"2jmj7l5rSw0yVb_vlWAYkK\""
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CambioDeEstatus"];
            };
        };
        responses: {
            /** @description Cambia el estatus de varias obras a la vez */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "cambiadas": 9,
                     *       "rechazadas": 1,
                     *       "obras": [
                     *         {
                     *           "id": 1,
                     *           "resultado": "cambiada",
                     *           "mensaje": "Ya tenía ese estatus."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["InformeDeEstatus"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "estatusObraId es obligatorio.",
                     *         "obras es obligatorio."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            /** @description Conflicto */
            409: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 409,
                     *       "message": "La primera solicitud con esta Idempotency-Key sigue en curso; intente de nuevo en 1 segundo.",
                     *       "error": "Conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            413: components["responses"]["DemasiadoGrande"];
            415: components["responses"]["TipoDeContenido"];
            422: components["responses"]["ClaveUsada"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    downloadPlantilla: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Hoja de Excel para capturar obras e importarlas */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example PK… */
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            304: components["responses"]["SinCambios"];
            401: components["responses"]["SinToken"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    exportGeojson: {
        parameters: {
            query?: {
                /** @description Sólo las obras de estos municipios. Hasta 100 valores, con comas o el parámetro repetido. */
                municipioId?: components["parameters"]["municipioId"];
                /** @description Sólo las obras con estos estatus. Hasta 100 valores, con comas o el parámetro repetido. */
                estatusObraId?: components["parameters"]["estatusObraId"];
                /** @description Sólo las obras de estos ejercicios fiscales. Hasta 100 valores, con comas o el parámetro repetido. */
                ejercicioFiscalId?: components["parameters"]["ejercicioFiscalId"];
                /** @description Sólo las obras de estas dependencias. Hasta 100 valores, con comas o el parámetro repetido. */
                dependenciaId?: components["parameters"]["dependenciaId"];
                /** @description Sólo las obras de estos tipos de proyecto. Hasta 100 valores, con comas o el parámetro repetido. */
                tipoProyectoId?: components["parameters"]["tipoProyectoId"];
                /** @description Sólo las obras de este monto o más (MXN). */
                montoMin?: components["parameters"]["montoMin"];
                /** @description Sólo las obras de este monto o menos (MXN). */
                montoMax?: components["parameters"]["montoMax"];
                /** @description Palabras que aparecen, todas, en nombre, claveUnica, descripcion o los textos de una ubicación, por ejemplo «pavimentacion merida»; sin distinguir acentos ni mayúsculas. Un número de hasta cuatro cifras se busca entero, y no en claveUnica: con «calle 60» se encuentra «C. 60 × 61», no «1450GYR0060» ni «89.603». Una claveUnica entera, como «0042», siempre se encuentra. */
                q?: components["parameters"]["q"];
                /** @description Sólo las obras con una ubicación que toca el rectángulo minLon,minLat,maxLon,maxLat (grados, WGS 84), por ejemplo -89.75,20.85,-89.50,21.10. */
                bbox?: components["parameters"]["bbox"];
                /** @description Con true, sólo las favoritas de quien pregunta, según su token; sin él, 401. */
                favoritas?: components["parameters"]["favoritas"];
                /** @description Sólo las obras de ejercicios fiscales de este año o anteriores. */
                anioMax?: components["parameters"]["anioMax"];
                /** @description Con true, sólo las obras sin ubicaciones. */
                sinUbicacion?: components["parameters"]["sinUbicacion"];
                /** @description Con true, sólo las obras con una ubicación a más de 1 km del municipio que se indica en ella. */
                fueraDeMunicipio?: components["parameters"]["fueraDeMunicipio"];
                /** @description Sólo las obras que se registraron ese día o después, según la bitácora: AAAA-MM-DD, hora de Mérida. */
                registradaDesde?: components["parameters"]["registradaDesde"];
                /** @description Con true, sólo las obras que registró quien pregunta, según su token y la bitácora; sin token, 401. */
                registradaPorMi?: components["parameters"]["registradaPorMi"];
                /** @description Sólo las obras cuyo monto creció o bajó más de este porcentaje desde que se registraron, según la bitácora. Sólo para administradores. */
                variacionMonto?: components["parameters"]["variacionMonto"];
                /** @description Sólo las obras con este avance físico o más, en por ciento. */
                avanceMin?: components["parameters"]["avanceMin"];
                /** @description Sólo las obras con este avance físico o menos, en por ciento; no las que nada han reportado. */
                avanceMax?: components["parameters"]["avanceMax"];
                /** @description Con true, sólo las obras de las que se ha reportado algo construido o pagado. */
                conAvance?: components["parameters"]["conAvance"];
                /** @description Con true, sólo las obras abiertas cuya fecha de término vigente ya pasó, hoy en Mérida, sin que se haya dicho que terminaron. */
                atrasadas?: components["parameters"]["atrasadas"];
                /** @description Sólo las obras empezadas sin un avance con corte ese día o después: AAAA-MM-DD. Empezadas son las abiertas que están en proceso o suspendidas, o de las que se ha dicho algo construido, algo pagado o cuándo empezaron. Abiertas son las que no están terminadas ni canceladas. */
                sinReporteDesde?: components["parameters"]["sinReporteDesde"];
                /** @description Palabras que aparecen, todas, en el nombre de una de las empresas que la construyen por contrato; sin distinguir acentos ni mayúsculas. */
                contratista?: components["parameters"]["contratista"];
                /** @description Sólo las obras abiertas y sin terminar en que lo pagado, en por ciento de sus contratos vigentes o, sin ellos, del monto de la obra, rebasa al avance físico en más de estos puntos. */
                pagoAdelantado?: components["parameters"]["pagoAdelantado"];
                /** @description Sólo las obras cuyos contratos de obra suman, con sus convenios, más de este porcentaje por encima de lo que se firmó. */
                crecimientoContratos?: components["parameters"]["crecimientoContratos"];
                /** @description Con true, sólo las obras que parecen estar registradas dos veces: de la misma dependencia y el mismo ejercicio, con nombres parecidos y los mismos números en ellos, y con el mismo monto o a menos de 100 m. Sólo para administradores. */
                posibleDuplicada?: components["parameters"]["posibleDuplicada"];
            };
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Las obras como capa de mapa: un elemento por ubicación */
            200: {
                headers: {
                    /** @description Nombre del archivo. */
                    "Content-Disposition"?: string;
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "FeatureCollection",
                     *       "features": [
                     *         {
                     *           "type": "Feature",
                     *           "id": 1,
                     *           "geometry": {
                     *             "type": "Point",
                     *             "coordinates": [
                     *               -89.6237,
                     *               20.9674
                     *             ]
                     *           },
                     *           "properties": {
                     *             "obraId": 1,
                     *             "numeroObra": 1,
                     *             "claveUnica": "SOP-2026-0001",
                     *             "nombre": "Pavimentación de la calle 60",
                     *             "descripcion": "Concreto hidráulico entre las calles 61 y 73.",
                     *             "monto": 1250000.5,
                     *             "anio": 2026,
                     *             "dependencia": "Secretaría de Obras Públicas",
                     *             "siglas": "SOP",
                     *             "municipio": "Mérida",
                     *             "municipioClave": "31050",
                     *             "tipoProyecto": "Vialidades",
                     *             "estatus": "En proceso",
                     *             "direccion": "Calle 60 x 61, Centro",
                     *             "localidadReferencia": "Mérida",
                     *             "orden": 1,
                     *             "avanceFisico": 45.5,
                     *             "fechaCorte": "2026-06-30",
                     *             "fechaTerminoBase": "2026-06-30",
                     *             "fechaTerminoVigente": "2026-06-30"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/geo+json": components["schemas"]["ColeccionDeElementos"];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "municipioId debe ser un número entero.",
                     *         "estatusObraId debe ser un número entero.",
                     *         "ejercicioFiscalId debe ser un número entero.",
                     *         "dependenciaId debe ser un número entero.",
                     *         "tipoProyectoId debe ser un número entero.",
                     *         "montoMin debe ser una cantidad de 0 a 9,999,999,999,999.99, escrita sin comas y con dos decimales a lo más.",
                     *         "montoMax debe ser una cantidad de 0 a 9,999,999,999,999.99, escrita sin comas y con dos decimales a lo más.",
                     *         "bbox debe tener la forma minLon,minLat,maxLon,maxLat en grados, con cada mínimo no mayor que su máximo.",
                     *         "favoritas sólo admite el valor true.",
                     *         "anioMax debe ser un número entero.",
                     *         "sinUbicacion sólo admite el valor true.",
                     *         "fueraDeMunicipio sólo admite el valor true.",
                     *         "registradaDesde debe ser una fecha, por ejemplo 2026-01-31.",
                     *         "registradaPorMi sólo admite el valor true.",
                     *         "variacionMonto debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más.",
                     *         "avanceMin debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "avanceMax debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "conAvance sólo admite el valor true.",
                     *         "atrasadas sólo admite el valor true.",
                     *         "sinReporteDesde debe ser una fecha, por ejemplo 2026-01-31.",
                     *         "pagoAdelantado debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "crecimientoContratos debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más.",
                     *         "posibleDuplicada sólo admite el valor true."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    findMosaico: {
        parameters: {
            query?: {
                /** @description Sólo las obras de estos municipios. Hasta 100 valores, con comas o el parámetro repetido. */
                municipioId?: components["parameters"]["municipioId"];
                /** @description Sólo las obras con estos estatus. Hasta 100 valores, con comas o el parámetro repetido. */
                estatusObraId?: components["parameters"]["estatusObraId"];
                /** @description Sólo las obras de estos ejercicios fiscales. Hasta 100 valores, con comas o el parámetro repetido. */
                ejercicioFiscalId?: components["parameters"]["ejercicioFiscalId"];
                /** @description Sólo las obras de estas dependencias. Hasta 100 valores, con comas o el parámetro repetido. */
                dependenciaId?: components["parameters"]["dependenciaId"];
                /** @description Sólo las obras de estos tipos de proyecto. Hasta 100 valores, con comas o el parámetro repetido. */
                tipoProyectoId?: components["parameters"]["tipoProyectoId"];
                /** @description Sólo las obras de este monto o más (MXN). */
                montoMin?: components["parameters"]["montoMin"];
                /** @description Sólo las obras de este monto o menos (MXN). */
                montoMax?: components["parameters"]["montoMax"];
                /** @description Palabras que aparecen, todas, en nombre, claveUnica, descripcion o los textos de una ubicación, por ejemplo «pavimentacion merida»; sin distinguir acentos ni mayúsculas. Un número de hasta cuatro cifras se busca entero, y no en claveUnica: con «calle 60» se encuentra «C. 60 × 61», no «1450GYR0060» ni «89.603». Una claveUnica entera, como «0042», siempre se encuentra. */
                q?: components["parameters"]["q"];
                /** @description Sólo las obras con una ubicación que toca el rectángulo minLon,minLat,maxLon,maxLat (grados, WGS 84), por ejemplo -89.75,20.85,-89.50,21.10. */
                bbox?: components["parameters"]["bbox"];
                /** @description Con true, sólo las favoritas de quien pregunta, según su token; sin él, 401. */
                favoritas?: components["parameters"]["favoritas"];
                /** @description Sólo las obras de ejercicios fiscales de este año o anteriores. */
                anioMax?: components["parameters"]["anioMax"];
                /** @description Con true, sólo las obras sin ubicaciones. */
                sinUbicacion?: components["parameters"]["sinUbicacion"];
                /** @description Con true, sólo las obras con una ubicación a más de 1 km del municipio que se indica en ella. */
                fueraDeMunicipio?: components["parameters"]["fueraDeMunicipio"];
                /** @description Sólo las obras que se registraron ese día o después, según la bitácora: AAAA-MM-DD, hora de Mérida. */
                registradaDesde?: components["parameters"]["registradaDesde"];
                /** @description Con true, sólo las obras que registró quien pregunta, según su token y la bitácora; sin token, 401. */
                registradaPorMi?: components["parameters"]["registradaPorMi"];
                /** @description Sólo las obras cuyo monto creció o bajó más de este porcentaje desde que se registraron, según la bitácora. Sólo para administradores. */
                variacionMonto?: components["parameters"]["variacionMonto"];
                /** @description Sólo las obras con este avance físico o más, en por ciento. */
                avanceMin?: components["parameters"]["avanceMin"];
                /** @description Sólo las obras con este avance físico o menos, en por ciento; no las que nada han reportado. */
                avanceMax?: components["parameters"]["avanceMax"];
                /** @description Con true, sólo las obras de las que se ha reportado algo construido o pagado. */
                conAvance?: components["parameters"]["conAvance"];
                /** @description Con true, sólo las obras abiertas cuya fecha de término vigente ya pasó, hoy en Mérida, sin que se haya dicho que terminaron. */
                atrasadas?: components["parameters"]["atrasadas"];
                /** @description Sólo las obras empezadas sin un avance con corte ese día o después: AAAA-MM-DD. Empezadas son las abiertas que están en proceso o suspendidas, o de las que se ha dicho algo construido, algo pagado o cuándo empezaron. Abiertas son las que no están terminadas ni canceladas. */
                sinReporteDesde?: components["parameters"]["sinReporteDesde"];
                /** @description Palabras que aparecen, todas, en el nombre de una de las empresas que la construyen por contrato; sin distinguir acentos ni mayúsculas. */
                contratista?: components["parameters"]["contratista"];
                /** @description Sólo las obras abiertas y sin terminar en que lo pagado, en por ciento de sus contratos vigentes o, sin ellos, del monto de la obra, rebasa al avance físico en más de estos puntos. */
                pagoAdelantado?: components["parameters"]["pagoAdelantado"];
                /** @description Sólo las obras cuyos contratos de obra suman, con sus convenios, más de este porcentaje por encima de lo que se firmó. */
                crecimientoContratos?: components["parameters"]["crecimientoContratos"];
                /** @description Con true, sólo las obras que parecen estar registradas dos veces: de la misma dependencia y el mismo ejercicio, con nombres parecidos y los mismos números en ellos, y con el mismo monto o a menos de 100 m. Sólo para administradores. */
                posibleDuplicada?: components["parameters"]["posibleDuplicada"];
                /** @description Con true, cada ubicación sola dice si su obra está atrasada, como las encuentra atrasadas. */
                conAtraso?: "true";
            };
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path: {
                /**
                 * @description Acercamiento, de 0 a 18.
                 * @example 7
                 */
                z: number;
                /**
                 * @description Columna, de oeste a este, desde 0.
                 * @example 32
                 */
                x: number;
                /**
                 * @description Fila, de norte a sur, desde 0.
                 * @example 56
                 */
                y: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Las obras en un mosaico de mapa, agrupadas por celdas */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "FeatureCollection",
                     *       "features": [
                     *         {
                     *           "type": "Feature",
                     *           "id": 1,
                     *           "geometry": {
                     *             "type": "Point",
                     *             "coordinates": [
                     *               -89.6237,
                     *               20.9674
                     *             ]
                     *           },
                     *           "properties": {
                     *             "obras": 12,
                     *             "ubicaciones": 15,
                     *             "estatus": [
                     *               {
                     *                 "estatusObraId": 4,
                     *                 "ubicaciones": 15
                     *               }
                     *             ],
                     *             "bbox": [
                     *               -89.7,
                     *               20.9,
                     *               -89.5,
                     *               21.1
                     *             ]
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/geo+json": components["schemas"]["Mosaico"];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "z debe ser un número entero.",
                     *         "x debe ser un número entero.",
                     *         "y debe ser un número entero.",
                     *         "municipioId debe ser un número entero.",
                     *         "estatusObraId debe ser un número entero.",
                     *         "ejercicioFiscalId debe ser un número entero.",
                     *         "dependenciaId debe ser un número entero.",
                     *         "tipoProyectoId debe ser un número entero.",
                     *         "montoMin debe ser una cantidad de 0 a 9,999,999,999,999.99, escrita sin comas y con dos decimales a lo más.",
                     *         "montoMax debe ser una cantidad de 0 a 9,999,999,999,999.99, escrita sin comas y con dos decimales a lo más.",
                     *         "bbox debe tener la forma minLon,minLat,maxLon,maxLat en grados, con cada mínimo no mayor que su máximo.",
                     *         "favoritas sólo admite el valor true.",
                     *         "anioMax debe ser un número entero.",
                     *         "sinUbicacion sólo admite el valor true.",
                     *         "fueraDeMunicipio sólo admite el valor true.",
                     *         "registradaDesde debe ser una fecha, por ejemplo 2026-01-31.",
                     *         "registradaPorMi sólo admite el valor true.",
                     *         "variacionMonto debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más.",
                     *         "avanceMin debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "avanceMax debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "conAvance sólo admite el valor true.",
                     *         "atrasadas sólo admite el valor true.",
                     *         "sinReporteDesde debe ser una fecha, por ejemplo 2026-01-31.",
                     *         "pagoAdelantado debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "crecimientoContratos debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más.",
                     *         "posibleDuplicada sólo admite el valor true.",
                     *         "conAtraso sólo admite el valor true."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Mosaico 19/0/0 no encontrado: z va de 0 a 18; x e y, de 0 a 2^z - 1.",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    findPortada: {
        parameters: {
            query?: {
                /** @description json, o html: una página para personas. Sin él decide Accept: los navegadores reciben html. */
                f?: components["parameters"]["f"];
            };
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Punto de partida de las capas de mapa (OGC API - Features) */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "title": "texto",
                     *       "description": "texto",
                     *       "links": [
                     *         {
                     *           "href": "https://obras.ejemplo.gob.mx/ogc",
                     *           "rel": "self",
                     *           "type": "application/json",
                     *           "title": "Este documento"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Portada"];
                    /** @example <!doctype html>… */
                    "text/html": components["schemas"]["PaginaHtml"];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "f debe ser json o html."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                    /** @example <!doctype html>… */
                    "text/html": string;
                };
            };
            401: components["responses"]["SinTokenOPagina"];
            429: components["responses"]["DemasiadasSolicitudesOPagina"];
            431: components["responses"]["EncabezadosDemasiadoGrandesOPagina"];
            500: components["responses"]["ErrorInesperadoOPagina"];
            503: components["responses"]["NoDisponibleOPagina"];
        };
    };
    findDefinicion: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Definición de las capas de mapa, en OpenAPI 3.0 */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "3.0.3"
                     *     }
                     */
                    "application/vnd.oai.openapi+json;version=3.0": components["schemas"]["Definicion"];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            429: components["responses"]["DemasiadasSolicitudes"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    findConformidad: {
        parameters: {
            query?: {
                /** @description json, o html: una página para personas. Sin él decide Accept: los navegadores reciben html. */
                f?: components["parameters"]["f"];
            };
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Partes del estándar que se cumplen */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "conformsTo": [
                     *         "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Conformidad"];
                    /** @example <!doctype html>… */
                    "text/html": components["schemas"]["PaginaHtml"];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "f debe ser json o html."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                    /** @example <!doctype html>… */
                    "text/html": string;
                };
            };
            401: components["responses"]["SinTokenOPagina"];
            429: components["responses"]["DemasiadasSolicitudesOPagina"];
            431: components["responses"]["EncabezadosDemasiadoGrandesOPagina"];
            500: components["responses"]["ErrorInesperadoOPagina"];
            503: components["responses"]["NoDisponibleOPagina"];
        };
    };
    listColecciones: {
        parameters: {
            query?: {
                /** @description json, o html: una página para personas. Sin él decide Accept: los navegadores reciben html. */
                f?: components["parameters"]["f"];
            };
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Las capas: obras por tipo de geometría, y municipios */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": [
                     *         {
                     *           "href": "https://obras.ejemplo.gob.mx/ogc",
                     *           "rel": "self",
                     *           "type": "application/json",
                     *           "title": "Este documento"
                     *         }
                     *       ],
                     *       "collections": [
                     *         {
                     *           "id": "obras_puntos",
                     *           "title": "texto",
                     *           "description": "texto",
                     *           "links": [
                     *             {
                     *               "href": "https://obras.ejemplo.gob.mx/ogc",
                     *               "rel": "self",
                     *               "type": "application/json",
                     *               "title": "Este documento"
                     *             }
                     *           ],
                     *           "extent": {
                     *             "spatial": {
                     *               "bbox": [
                     *                 [
                     *                   -90.41,
                     *                   19.55,
                     *                   -87.53,
                     *                   21.63
                     *                 ]
                     *               ],
                     *               "crs": "texto"
                     *             }
                     *           },
                     *           "itemType": "feature",
                     *           "crs": [
                     *             "http://www.opengis.net/def/crs/OGC/1.3/CRS84"
                     *           ],
                     *           "storageCrs": "http://www.opengis.net/def/crs/OGC/1.3/CRS84"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Colecciones"];
                    /** @example <!doctype html>… */
                    "text/html": components["schemas"]["PaginaHtml"];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "f debe ser json o html."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                    /** @example <!doctype html>… */
                    "text/html": string;
                };
            };
            401: components["responses"]["SinTokenOPagina"];
            429: components["responses"]["DemasiadasSolicitudesOPagina"];
            431: components["responses"]["EncabezadosDemasiadoGrandesOPagina"];
            500: components["responses"]["ErrorInesperadoOPagina"];
            503: components["responses"]["NoDisponibleOPagina"];
        };
    };
    findColeccion: {
        parameters: {
            query?: {
                /** @description json, o html: una página para personas. Sin él decide Accept: los navegadores reciben html. */
                f?: components["parameters"]["f"];
            };
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path: {
                /**
                 * @description Capa: obras_puntos, obras_rutas, obras_poligonos, municipios.
                 * @example obras_puntos
                 */
                coleccion: components["parameters"]["coleccion"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Una capa */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "obras_puntos",
                     *       "title": "texto",
                     *       "description": "texto",
                     *       "links": [
                     *         {
                     *           "href": "https://obras.ejemplo.gob.mx/ogc",
                     *           "rel": "self",
                     *           "type": "application/json",
                     *           "title": "Este documento"
                     *         }
                     *       ],
                     *       "extent": {
                     *         "spatial": {
                     *           "bbox": [
                     *             [
                     *               -90.41,
                     *               19.55,
                     *               -87.53,
                     *               21.63
                     *             ]
                     *           ],
                     *           "crs": "texto"
                     *         }
                     *       },
                     *       "itemType": "feature",
                     *       "crs": [
                     *         "http://www.opengis.net/def/crs/OGC/1.3/CRS84"
                     *       ],
                     *       "storageCrs": "http://www.opengis.net/def/crs/OGC/1.3/CRS84"
                     *     }
                     */
                    "application/json": components["schemas"]["Coleccion"];
                    /** @example <!doctype html>… */
                    "text/html": components["schemas"]["PaginaHtml"];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "f debe ser json o html."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                    /** @example <!doctype html>… */
                    "text/html": string;
                };
            };
            401: components["responses"]["SinTokenOPagina"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "No existe la capa «calles».",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                    /** @example <!doctype html>… */
                    "text/html": string;
                };
            };
            429: components["responses"]["DemasiadasSolicitudesOPagina"];
            431: components["responses"]["EncabezadosDemasiadoGrandesOPagina"];
            500: components["responses"]["ErrorInesperadoOPagina"];
            503: components["responses"]["NoDisponibleOPagina"];
        };
    };
    findEsquema: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path: {
                /**
                 * @description Capa: obras_puntos, obras_rutas, obras_poligonos, municipios.
                 * @example obras_puntos
                 */
                coleccion: components["parameters"]["coleccion"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Campos y geometría de una capa (Part 5: Schemas) */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "object"
                     *     }
                     */
                    "application/schema+json": components["schemas"]["Esquema"];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "coleccion se indicó más de una vez."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "No existe la capa «calles».",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            429: components["responses"]["DemasiadasSolicitudes"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    findEsquemaDeElemento: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path: {
                /**
                 * @description Capa: obras_puntos, obras_rutas, obras_poligonos, municipios.
                 * @example obras_puntos
                 */
                coleccion: components["parameters"]["coleccion"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Esquema de un elemento entero de una capa */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "object"
                     *     }
                     */
                    "application/schema+json": components["schemas"]["Esquema"];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "coleccion se indicó más de una vez."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "No existe la capa «calles».",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            429: components["responses"]["DemasiadasSolicitudes"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    listElementos: {
        parameters: {
            query?: {
                /** @description Elementos por página, 10 si no se indica; más de 1,000 equivalen a 1,000. */
                limit?: number;
                /** @description Sólo lo que toca el rectángulo minLon,minLat,maxLon,maxLat (grados, WGS 84); con altitudes, seis números. */
                bbox?: string;
                /** @description Instante o periodo; los elementos no tienen fecha, así que los elige todos. */
                datetime?: string;
                /** @description El que trae el enlace next de una página. */
                cursor?: string;
                /** @description Sólo las obras de estos municipios. Hasta 100 valores, con comas o el parámetro repetido. */
                municipioId?: components["parameters"]["municipioId"];
                /** @description Sólo las obras con estos estatus. Hasta 100 valores, con comas o el parámetro repetido. */
                estatusObraId?: components["parameters"]["estatusObraId"];
                /** @description Sólo las obras de estos ejercicios fiscales. Hasta 100 valores, con comas o el parámetro repetido. */
                ejercicioFiscalId?: components["parameters"]["ejercicioFiscalId"];
                /** @description Sólo las obras de estas dependencias. Hasta 100 valores, con comas o el parámetro repetido. */
                dependenciaId?: components["parameters"]["dependenciaId"];
                /** @description Sólo las obras de estos tipos de proyecto. Hasta 100 valores, con comas o el parámetro repetido. */
                tipoProyectoId?: components["parameters"]["tipoProyectoId"];
                /** @description Sólo las obras de este monto o más (MXN). */
                montoMin?: components["parameters"]["montoMin"];
                /** @description Sólo las obras de este monto o menos (MXN). */
                montoMax?: components["parameters"]["montoMax"];
                /** @description Palabras que aparecen, todas, en nombre, claveUnica, descripcion o los textos de una ubicación, por ejemplo «pavimentacion merida»; sin distinguir acentos ni mayúsculas. Un número de hasta cuatro cifras se busca entero, y no en claveUnica: con «calle 60» se encuentra «C. 60 × 61», no «1450GYR0060» ni «89.603». Una claveUnica entera, como «0042», siempre se encuentra. */
                q?: components["parameters"]["q"];
                /** @description Sólo las obras de ejercicios fiscales de este año o anteriores. */
                anioMax?: components["parameters"]["anioMax"];
                /** @description Con true, sólo las obras sin ubicaciones. */
                sinUbicacion?: components["parameters"]["sinUbicacion"];
                /** @description Con true, sólo las obras con una ubicación a más de 1 km del municipio que se indica en ella. */
                fueraDeMunicipio?: components["parameters"]["fueraDeMunicipio"];
                /** @description Sólo las obras que se registraron ese día o después, según la bitácora: AAAA-MM-DD, hora de Mérida. */
                registradaDesde?: components["parameters"]["registradaDesde"];
                /** @description Sólo las obras con este avance físico o más, en por ciento. */
                avanceMin?: components["parameters"]["avanceMin"];
                /** @description Sólo las obras con este avance físico o menos, en por ciento; no las que nada han reportado. */
                avanceMax?: components["parameters"]["avanceMax"];
                /** @description Con true, sólo las obras de las que se ha reportado algo construido o pagado. */
                conAvance?: components["parameters"]["conAvance"];
                /** @description Con true, sólo las obras abiertas cuya fecha de término vigente ya pasó, hoy en Mérida, sin que se haya dicho que terminaron. */
                atrasadas?: components["parameters"]["atrasadas"];
                /** @description Sólo las obras empezadas sin un avance con corte ese día o después: AAAA-MM-DD. Empezadas son las abiertas que están en proceso o suspendidas, o de las que se ha dicho algo construido, algo pagado o cuándo empezaron. Abiertas son las que no están terminadas ni canceladas. */
                sinReporteDesde?: components["parameters"]["sinReporteDesde"];
                /** @description Palabras que aparecen, todas, en el nombre de una de las empresas que la construyen por contrato; sin distinguir acentos ni mayúsculas. */
                contratista?: components["parameters"]["contratista"];
                /** @description Sólo las obras abiertas y sin terminar en que lo pagado, en por ciento de sus contratos vigentes o, sin ellos, del monto de la obra, rebasa al avance físico en más de estos puntos. */
                pagoAdelantado?: components["parameters"]["pagoAdelantado"];
                /** @description Sólo las obras cuyos contratos de obra suman, con sus convenios, más de este porcentaje por encima de lo que se firmó. */
                crecimientoContratos?: components["parameters"]["crecimientoContratos"];
                /** @description Sistema de las coordenadas que se responden; CRS84 (longitud y latitud) si no se indica. */
                crs?: components["parameters"]["crs"];
                /** @description Sistema de bbox; CRS84 (longitud y latitud) si no se indica. */
                "bbox-crs"?: "http://www.opengis.net/def/crs/OGC/1.3/CRS84" | "http://www.opengis.net/def/crs/EPSG/0/4326" | "http://www.opengis.net/def/crs/EPSG/0/3857" | "http://www.opengis.net/def/crs/EPSG/0/32616";
                /** @description json, o html: una página para personas. Sin él decide Accept: los navegadores reciben html. */
                f?: components["parameters"]["f"];
            };
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path: {
                /**
                 * @description Capa: obras_puntos, obras_rutas, obras_poligonos, municipios.
                 * @example obras_puntos
                 */
                coleccion: components["parameters"]["coleccion"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Los elementos de una capa, por páginas */
            200: {
                headers: {
                    "Content-Crs": components["headers"]["Content-Crs"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "FeatureCollection",
                     *       "timeStamp": "2026-01-15T14:30:00.000Z",
                     *       "numberMatched": 1,
                     *       "numberReturned": 1,
                     *       "links": [
                     *         {
                     *           "href": "https://obras.ejemplo.gob.mx/ogc",
                     *           "rel": "self",
                     *           "type": "application/json",
                     *           "title": "Este documento"
                     *         }
                     *       ],
                     *       "features": [
                     *         {
                     *           "type": "Feature",
                     *           "id": 1,
                     *           "geometry": {
                     *             "type": "Point",
                     *             "coordinates": [
                     *               -89.6237,
                     *               20.9674
                     *             ]
                     *           },
                     *           "properties": {
                     *             "clave": "31050",
                     *             "nombre": "Mérida"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/geo+json": components["schemas"]["Pagina"];
                    /** @example <!doctype html>… */
                    "text/html": components["schemas"]["PaginaHtml"];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "limit debe ser un número entero.",
                     *         "bbox debe tener la forma minLon,minLat,maxLon,maxLat en grados, o con altitudes minLon,minLat,minAlt,maxLon,maxLat,maxAlt.",
                     *         "datetime debe ser una fecha y hora con zona (2026-01-31T08:00:00Z) o un periodo (2026-01-01T00:00:00Z/..).",
                     *         "municipioId debe ser un número entero.",
                     *         "estatusObraId debe ser un número entero.",
                     *         "ejercicioFiscalId debe ser un número entero.",
                     *         "dependenciaId debe ser un número entero.",
                     *         "tipoProyectoId debe ser un número entero.",
                     *         "montoMin debe ser una cantidad de 0 a 9,999,999,999,999.99, escrita sin comas y con dos decimales a lo más.",
                     *         "montoMax debe ser una cantidad de 0 a 9,999,999,999,999.99, escrita sin comas y con dos decimales a lo más.",
                     *         "anioMax debe ser un número entero.",
                     *         "sinUbicacion sólo admite el valor true.",
                     *         "fueraDeMunicipio sólo admite el valor true.",
                     *         "registradaDesde debe ser una fecha, por ejemplo 2026-01-31.",
                     *         "avanceMin debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "avanceMax debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "conAvance sólo admite el valor true.",
                     *         "atrasadas sólo admite el valor true.",
                     *         "sinReporteDesde debe ser una fecha, por ejemplo 2026-01-31.",
                     *         "pagoAdelantado debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "crecimientoContratos debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más.",
                     *         "crs debe ser http://www.opengis.net/def/crs/OGC/1.3/CRS84, http://www.opengis.net/def/crs/EPSG/0/4326, http://www.opengis.net/def/crs/EPSG/0/3857 o http://www.opengis.net/def/crs/EPSG/0/32616.",
                     *         "bbox-crs debe ser http://www.opengis.net/def/crs/OGC/1.3/CRS84, http://www.opengis.net/def/crs/EPSG/0/4326, http://www.opengis.net/def/crs/EPSG/0/3857 o http://www.opengis.net/def/crs/EPSG/0/32616.",
                     *         "f debe ser json o html."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                    /** @example <!doctype html>… */
                    "text/html": string;
                };
            };
            401: components["responses"]["SinTokenOPagina"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "No existe la capa «calles».",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                    /** @example <!doctype html>… */
                    "text/html": string;
                };
            };
            429: components["responses"]["DemasiadasSolicitudesOPagina"];
            431: components["responses"]["EncabezadosDemasiadoGrandesOPagina"];
            500: components["responses"]["ErrorInesperadoOPagina"];
            503: components["responses"]["NoDisponibleOPagina"];
        };
    };
    findElemento: {
        parameters: {
            query?: {
                /** @description Sistema de las coordenadas que se responden; CRS84 (longitud y latitud) si no se indica. */
                crs?: components["parameters"]["crs"];
                /** @description json, o html: una página para personas. Sin él decide Accept: los navegadores reciben html. */
                f?: components["parameters"]["f"];
            };
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path: {
                /**
                 * @description Capa: obras_puntos, obras_rutas, obras_poligonos, municipios.
                 * @example obras_puntos
                 */
                coleccion: components["parameters"]["coleccion"];
                /**
                 * @description Identificador de la ubicación, o número del municipio.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Un elemento de una capa */
            200: {
                headers: {
                    "Content-Crs": components["headers"]["Content-Crs"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "Feature",
                     *       "id": 1,
                     *       "geometry": {
                     *         "type": "Point",
                     *         "coordinates": [
                     *           -89.6237,
                     *           20.9674
                     *         ]
                     *       },
                     *       "properties": {
                     *         "clave": "31050",
                     *         "nombre": "Mérida"
                     *       },
                     *       "links": [
                     *         {
                     *           "href": "https://obras.ejemplo.gob.mx/ogc",
                     *           "rel": "self",
                     *           "type": "application/json",
                     *           "title": "Este documento"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/geo+json": components["schemas"]["ElementoDeCapa"];
                    /** @example <!doctype html>… */
                    "text/html": components["schemas"]["PaginaHtml"];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero.",
                     *         "crs debe ser http://www.opengis.net/def/crs/OGC/1.3/CRS84, http://www.opengis.net/def/crs/EPSG/0/4326, http://www.opengis.net/def/crs/EPSG/0/3857 o http://www.opengis.net/def/crs/EPSG/0/32616.",
                     *         "f debe ser json o html."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                    /** @example <!doctype html>… */
                    "text/html": string;
                };
            };
            401: components["responses"]["SinTokenOPagina"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "La capa obras_puntos no tiene el elemento 99.",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                    /** @example <!doctype html>… */
                    "text/html": string;
                };
            };
            429: components["responses"]["DemasiadasSolicitudesOPagina"];
            431: components["responses"]["EncabezadosDemasiadoGrandesOPagina"];
            500: components["responses"]["ErrorInesperadoOPagina"];
            503: components["responses"]["NoDisponibleOPagina"];
        };
    };
    findPaquete: {
        parameters: {
            query?: {
                /** @description Sólo las obras de estos municipios. Hasta 100 valores, con comas o el parámetro repetido. */
                municipioId?: components["parameters"]["municipioId"];
                /** @description Sólo las obras con estos estatus. Hasta 100 valores, con comas o el parámetro repetido. */
                estatusObraId?: components["parameters"]["estatusObraId"];
                /** @description Sólo las obras de estos ejercicios fiscales. Hasta 100 valores, con comas o el parámetro repetido. */
                ejercicioFiscalId?: components["parameters"]["ejercicioFiscalId"];
                /** @description Sólo las obras de estas dependencias. Hasta 100 valores, con comas o el parámetro repetido. */
                dependenciaId?: components["parameters"]["dependenciaId"];
                /** @description Sólo las obras de estos tipos de proyecto. Hasta 100 valores, con comas o el parámetro repetido. */
                tipoProyectoId?: components["parameters"]["tipoProyectoId"];
                /** @description Sólo las obras de este monto o más (MXN). */
                montoMin?: components["parameters"]["montoMin"];
                /** @description Sólo las obras de este monto o menos (MXN). */
                montoMax?: components["parameters"]["montoMax"];
                /** @description Palabras que aparecen, todas, en nombre, claveUnica, descripcion o los textos de una ubicación, por ejemplo «pavimentacion merida»; sin distinguir acentos ni mayúsculas. Un número de hasta cuatro cifras se busca entero, y no en claveUnica: con «calle 60» se encuentra «C. 60 × 61», no «1450GYR0060» ni «89.603». Una claveUnica entera, como «0042», siempre se encuentra. */
                q?: components["parameters"]["q"];
                /** @description Sólo las obras con una ubicación que toca el rectángulo minLon,minLat,maxLon,maxLat (grados, WGS 84), por ejemplo -89.75,20.85,-89.50,21.10. */
                bbox?: components["parameters"]["bbox"];
                /** @description Sólo las obras de ejercicios fiscales de este año o anteriores. */
                anioMax?: components["parameters"]["anioMax"];
                /** @description Con true, sólo las obras sin ubicaciones. */
                sinUbicacion?: components["parameters"]["sinUbicacion"];
                /** @description Con true, sólo las obras con una ubicación a más de 1 km del municipio que se indica en ella. */
                fueraDeMunicipio?: components["parameters"]["fueraDeMunicipio"];
                /** @description Sólo las obras que se registraron ese día o después, según la bitácora: AAAA-MM-DD, hora de Mérida. */
                registradaDesde?: components["parameters"]["registradaDesde"];
                /** @description Sólo las obras con este avance físico o más, en por ciento. */
                avanceMin?: components["parameters"]["avanceMin"];
                /** @description Sólo las obras con este avance físico o menos, en por ciento; no las que nada han reportado. */
                avanceMax?: components["parameters"]["avanceMax"];
                /** @description Con true, sólo las obras de las que se ha reportado algo construido o pagado. */
                conAvance?: components["parameters"]["conAvance"];
                /** @description Con true, sólo las obras abiertas cuya fecha de término vigente ya pasó, hoy en Mérida, sin que se haya dicho que terminaron. */
                atrasadas?: components["parameters"]["atrasadas"];
                /** @description Sólo las obras empezadas sin un avance con corte ese día o después: AAAA-MM-DD. Empezadas son las abiertas que están en proceso o suspendidas, o de las que se ha dicho algo construido, algo pagado o cuándo empezaron. Abiertas son las que no están terminadas ni canceladas. */
                sinReporteDesde?: components["parameters"]["sinReporteDesde"];
                /** @description Palabras que aparecen, todas, en el nombre de una de las empresas que la construyen por contrato; sin distinguir acentos ni mayúsculas. */
                contratista?: components["parameters"]["contratista"];
                /** @description Sólo las obras abiertas y sin terminar en que lo pagado, en por ciento de sus contratos vigentes o, sin ellos, del monto de la obra, rebasa al avance físico en más de estos puntos. */
                pagoAdelantado?: components["parameters"]["pagoAdelantado"];
                /** @description Sólo las obras cuyos contratos de obra suman, con sus convenios, más de este porcentaje por encima de lo que se firmó. */
                crecimientoContratos?: components["parameters"]["crecimientoContratos"];
            };
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Las obras en el estándar OC4IDS, con los filtros de GET /obras menos favoritas */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "uri": "https://obras.ejemplo.gob.mx/oc4ids",
                     *       "publishedDate": "2026-01-15T14:30:00.000Z",
                     *       "version": "0.9",
                     *       "publisher": {
                     *         "name": "Gobierno de Yucatán"
                     *       },
                     *       "projects": [
                     *         {
                     *           "id": "oc4ids-xxxxxx-SOP-2026-0001"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Paquete"];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "municipioId debe ser un número entero.",
                     *         "estatusObraId debe ser un número entero.",
                     *         "ejercicioFiscalId debe ser un número entero.",
                     *         "dependenciaId debe ser un número entero.",
                     *         "tipoProyectoId debe ser un número entero.",
                     *         "montoMin debe ser una cantidad de 0 a 9,999,999,999,999.99, escrita sin comas y con dos decimales a lo más.",
                     *         "montoMax debe ser una cantidad de 0 a 9,999,999,999,999.99, escrita sin comas y con dos decimales a lo más.",
                     *         "bbox debe tener la forma minLon,minLat,maxLon,maxLat en grados, con cada mínimo no mayor que su máximo.",
                     *         "anioMax debe ser un número entero.",
                     *         "sinUbicacion sólo admite el valor true.",
                     *         "fueraDeMunicipio sólo admite el valor true.",
                     *         "registradaDesde debe ser una fecha, por ejemplo 2026-01-31.",
                     *         "avanceMin debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "avanceMax debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "conAvance sólo admite el valor true.",
                     *         "atrasadas sólo admite el valor true.",
                     *         "sinReporteDesde debe ser una fecha, por ejemplo 2026-01-31.",
                     *         "pagoAdelantado debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "crecimientoContratos debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Ninguna obra cumple los filtros, y un paquete de OC4IDS no puede estar vacío.",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    findProyecto: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path: {
                /**
                 * @description La claveUnica de la obra; la barra se escribe %2F.
                 * @example SOP-2026-0001
                 */
                clave: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Una obra en el estándar OC4IDS: un paquete de un proyecto */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "uri": "https://obras.ejemplo.gob.mx/oc4ids",
                     *       "publishedDate": "2026-01-15T14:30:00.000Z",
                     *       "version": "0.9",
                     *       "publisher": {
                     *         "name": "Gobierno de Yucatán"
                     *       },
                     *       "projects": [
                     *         {
                     *           "id": "oc4ids-xxxxxx-SOP-2026-0001"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Paquete"];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "clave se indicó más de una vez."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Ninguna obra tiene la clave única «X-1».",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    listImportaciones: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Las importaciones en curso y las del último día, la más reciente primero */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "6b1f7a52-6a4e-4f0e-9a67-0f5a1c3d2e4b",
                     *         "archivo": "obras-2026.xlsx",
                     *         "simular": false,
                     *         "estado": "escribiendo",
                     *         "usuario": "admin@obras.local",
                     *         "iniciadaEn": "2026-01-15T14:30:00.000Z",
                     *         "terminadaEn": "2026-01-15T14:31:10.000Z",
                     *         "filasRevisadas": 20000,
                     *         "filasTotal": 20000,
                     *         "filasEscritas": 8400,
                     *         "filasPorEscribir": 19950,
                     *         "error": "Se interrumpió antes de terminar: 8,400 filas ya están; importe de nuevo el mismo archivo para terminar."
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ImportacionListada"][];
                };
            };
            304: components["responses"]["SinCambios"];
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    importObras: {
        parameters: {
            query?: {
                /** @description true: sólo revisa el archivo y dice qué haría; no escribe nada. */
                simular?: components["parameters"]["simular"];
                /** @description true: importa las filas correctas aunque otras se rechacen. Sin él, una fila rechazada detiene todo. */
                parcial?: components["parameters"]["parcial"];
                /** @description Hoja del libro; si falta, la primera visible con encabezados y filas. */
                hoja?: components["parameters"]["hoja"];
                /** @description Qué dice cada columna, donde su encabezado no basta: un objeto JSON de encabezados y campos; con null la columna no se lee. Los campos: claveUnica, nombre, descripcion, monto, ejercicioFiscal, dependencia, siglas, municipio, municipioClave, tipoProyecto, estatus, direccion, localidadReferencia, referenciaLugar, longitud, latitud, entidad, avanceFisico, coordenadas, moneda, tipoCambio, iva. Por ejemplo {"Núm. interno":"claveUnica"}. */
                columnas?: string;
                /** @description En qué están los montos cuyo encabezado no dice pesos («miles de pesos», «MDP», «USD»). Sin él esa columna no se lee y ninguna fila se importa. Donde habla de otra moneda sólo vale pesos: que ya lo son. */
                unidadMonto?: components["parameters"]["unidadMonto"];
                /** @description true: no se leen las filas y columnas ocultas de un libro, tampoco las que un filtro deja fuera. Sin él se leen, y un aviso lo dice. */
                sinOcultas?: components["parameters"]["sinOcultas"];
                /** @description Nombre del archivo, para la bitácora, cuando el cuerpo es el archivo mismo y no un formulario. */
                archivo?: components["parameters"]["archivo"];
                /** @description true: las obras que ya existen toman lo que dice el archivo. Sin él, una fila que dice otra cosa se rechaza. */
                actualizar?: "true" | "false";
                /** @description true: registra las dependencias, los tipos de proyecto y los ejercicios fiscales que falten. Lo que diga valores cuenta antes. */
                crearCatalogos?: "true" | "false";
                /** @description Qué quieren decir los nombres del archivo que los catálogos no tienen, para todas las filas: un objeto JSON de campos (estatus, municipio, dependencia, tipoProyecto, ejercicioFiscal), cada uno con textos del archivo y el nombre del registro, o null si ese nombre se agrega a su catálogo (dependencia, tipoProyecto, ejercicioFiscal). Por ejemplo {"estatus":{"Licitada":"En licitación"},"dependencia":{"OBRAS P.":"SOP","Instituto Nuevo":null}}. */
                valores?: string;
                /** @description Ejercicio fiscal de las obras nuevas cuya fila no lo dice. */
                ejercicioFiscalId?: number;
                /** @description Dependencia de las obras nuevas cuya fila no la dice. */
                dependenciaId?: number;
                /** @description Municipio de las obras nuevas cuya fila no lo dice. */
                municipioId?: number;
                /** @description Tipo de proyecto de las obras nuevas cuya fila no lo dice. */
                tipoProyectoId?: number;
                /** @description Estatus de las obras nuevas cuya fila no lo dice. */
                estatusObraId?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "archivo": "claveUnica,nombre,monto,ejercicioFiscal,dependencia,municipio,estatus\r\nSOP-2026-0001,Pavimentación de la calle 60,1250000.50,2026,SOP,Mérida,En proceso\r\n"
                 *     }
                 */
                "multipart/form-data": components["schemas"]["FormularioDeImportacion"];
                /**
                 * @example claveUnica,nombre,monto,ejercicioFiscal,dependencia,municipio,estatus
                 *     SOP-2026-0001,Pavimentación de la calle 60,1250000.50,2026,SOP,Mérida,En proceso
                 */
                "text/csv": components["schemas"]["HojaDeObras"];
                /**
                 * @example claveUnica,nombre,monto,ejercicioFiscal,dependencia,municipio,estatus
                 *     SOP-2026-0001,Pavimentación de la calle 60,1250000.50,2026,SOP,Mérida,En proceso
                 */
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": components["schemas"]["HojaDeObras"];
                /**
                 * @example claveUnica,nombre,monto,ejercicioFiscal,dependencia,municipio,estatus
                 *     SOP-2026-0001,Pavimentación de la calle 60,1250000.50,2026,SOP,Mérida,En proceso
                 */
                "application/vnd.oasis.opendocument.spreadsheet": components["schemas"]["HojaDeObras"];
            };
        };
        responses: {
            /** @description Importa obras de una hoja de cálculo (.xlsx, .ods o .csv) */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "simulacro": false,
                     *       "aplicada": false,
                     *       "filas": 120,
                     *       "creadas": 98,
                     *       "actualizadas": 0,
                     *       "sinCambio": 21,
                     *       "rechazadas": 1,
                     *       "hojas": [
                     *         {
                     *           "nombre": "Obras 2026",
                     *           "filas": 120,
                     *           "leida": true
                     *         }
                     *       ],
                     *       "filaEncabezados": 1,
                     *       "columnas": [
                     *         {
                     *           "columna": "Municipio",
                     *           "campo": "municipio"
                     *         }
                     *       ],
                     *       "muestra": [
                     *         {
                     *           "fila": 2,
                     *           "valores": {
                     *             "claveUnica": "SOP-2026-0001",
                     *             "monto": "1250000.50",
                     *             "municipio": "Mérida"
                     *           }
                     *         }
                     *       ],
                     *       "grupos": [
                     *         {
                     *           "gravedad": "error",
                     *           "codigo": "valorDesconocido",
                     *           "campo": "municipio",
                     *           "columna": "Municipio",
                     *           "mensaje": "Municipio: no existe en el catálogo.",
                     *           "remedio": "Con valores diga a qué registro corresponde cada uno.",
                     *           "cuantas": 38,
                     *           "filas": "2–9, 14, 20 y 28 más",
                     *           "valores": [
                     *             {
                     *               "valor": "Tizmin",
                     *               "cuantas": 31,
                     *               "sugerencia": "Tizimín",
                     *               "esSegura": true
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "errores": [
                     *         {
                     *           "fila": 14,
                     *           "columna": "Municipio",
                     *           "campo": "municipio",
                     *           "valor": "Tizmin",
                     *           "mensaje": "Municipio: no existe el municipio «Tizmin». ¿Quiso decir «Tizimín»?"
                     *         }
                     *       ],
                     *       "erroresOmitidos": 0,
                     *       "avisos": [
                     *         {
                     *           "fila": 14,
                     *           "columna": "Municipio",
                     *           "campo": "municipio",
                     *           "valor": "Tizmin",
                     *           "mensaje": "Municipio: no existe el municipio «Tizmin». ¿Quiso decir «Tizimín»?"
                     *         }
                     *       ],
                     *       "avisosOmitidos": 0
                     *     }
                     */
                    "application/json": components["schemas"]["InformeDeImportacion"];
                };
            };
            /** @description Importa obras de una hoja de cálculo (.xlsx, .ods o .csv) */
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "6b1f7a52-6a4e-4f0e-9a67-0f5a1c3d2e4b",
                     *       "archivo": "obras-2026.xlsx",
                     *       "simular": false,
                     *       "estado": "escribiendo",
                     *       "usuario": "admin@obras.local",
                     *       "iniciadaEn": "2026-01-15T14:30:00.000Z",
                     *       "terminadaEn": "2026-01-15T14:31:10.000Z",
                     *       "filasRevisadas": 20000,
                     *       "filasTotal": 20000,
                     *       "filasEscritas": 8400,
                     *       "filasPorEscribir": 19950,
                     *       "error": "Se interrumpió antes de terminar: 8,400 filas ya están; importe de nuevo el mismo archivo para terminar.",
                     *       "informe": {
                     *         "simulacro": false,
                     *         "aplicada": false,
                     *         "filas": 120,
                     *         "creadas": 98,
                     *         "actualizadas": 0,
                     *         "sinCambio": 21,
                     *         "rechazadas": 1,
                     *         "hojas": [
                     *           {
                     *             "nombre": "Obras 2026",
                     *             "filas": 120,
                     *             "leida": true
                     *           }
                     *         ],
                     *         "filaEncabezados": 1,
                     *         "columnas": [
                     *           {
                     *             "columna": "Municipio",
                     *             "campo": "municipio"
                     *           }
                     *         ],
                     *         "muestra": [
                     *           {
                     *             "fila": 2,
                     *             "valores": {
                     *               "claveUnica": "SOP-2026-0001",
                     *               "monto": "1250000.50",
                     *               "municipio": "Mérida"
                     *             }
                     *           }
                     *         ],
                     *         "grupos": [
                     *           {
                     *             "gravedad": "error",
                     *             "codigo": "valorDesconocido",
                     *             "campo": "municipio",
                     *             "columna": "Municipio",
                     *             "mensaje": "Municipio: no existe en el catálogo.",
                     *             "remedio": "Con valores diga a qué registro corresponde cada uno.",
                     *             "cuantas": 38,
                     *             "filas": "2–9, 14, 20 y 28 más",
                     *             "valores": [
                     *               {
                     *                 "valor": "Tizmin",
                     *                 "cuantas": 31,
                     *                 "sugerencia": "Tizimín",
                     *                 "esSegura": true
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "errores": [
                     *           {
                     *             "fila": 14,
                     *             "columna": "Municipio",
                     *             "campo": "municipio",
                     *             "valor": "Tizmin",
                     *             "mensaje": "Municipio: no existe el municipio «Tizmin». ¿Quiso decir «Tizimín»?"
                     *           }
                     *         ],
                     *         "erroresOmitidos": 0,
                     *         "avisos": [
                     *           {
                     *             "fila": 14,
                     *             "columna": "Municipio",
                     *             "campo": "municipio",
                     *             "valor": "Tizmin",
                     *             "mensaje": "Municipio: no existe el municipio «Tizmin». ¿Quiso decir «Tizimín»?"
                     *           }
                     *         ],
                     *         "avisosOmitidos": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Importacion"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "simular debe ser true o false.",
                     *         "parcial debe ser true o false.",
                     *         "unidadMonto debe ser pesos, miles o millones.",
                     *         "sinOcultas debe ser true o false.",
                     *         "actualizar debe ser true o false.",
                     *         "crearCatalogos debe ser true o false.",
                     *         "ejercicioFiscalId debe ser un número entero.",
                     *         "dependenciaId debe ser un número entero.",
                     *         "municipioId debe ser un número entero.",
                     *         "tipoProyectoId debe ser un número entero.",
                     *         "estatusObraId debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            /** @description La solicitud tardó demasiado en llegar */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 408,
                     *       "message": "El archivo dejó de llegar o llega demasiado despacio; intente de nuevo.",
                     *       "error": "Request Timeout"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description Conflicto */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 409,
                     *       "message": "Alguien canceló la importación; lo que se escribió hasta entonces queda.",
                     *       "error": "Conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description Cuerpo demasiado grande */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 413,
                     *       "message": "El archivo excede el tamaño máximo: 32 MB si es .xlsx u .ods, 64 MB si es .csv.",
                     *       "error": "Payload Too Large"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            415: components["responses"]["TipoDeContenido"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    findImportacion: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path: {
                /** @description Identificador de la importación: id de la respuesta 202. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Una importación: cómo va, y su informe cuando terminó */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "6b1f7a52-6a4e-4f0e-9a67-0f5a1c3d2e4b",
                     *       "archivo": "obras-2026.xlsx",
                     *       "simular": false,
                     *       "estado": "escribiendo",
                     *       "usuario": "admin@obras.local",
                     *       "iniciadaEn": "2026-01-15T14:30:00.000Z",
                     *       "terminadaEn": "2026-01-15T14:31:10.000Z",
                     *       "filasRevisadas": 20000,
                     *       "filasTotal": 20000,
                     *       "filasEscritas": 8400,
                     *       "filasPorEscribir": 19950,
                     *       "error": "Se interrumpió antes de terminar: 8,400 filas ya están; importe de nuevo el mismo archivo para terminar.",
                     *       "informe": {
                     *         "simulacro": false,
                     *         "aplicada": false,
                     *         "filas": 120,
                     *         "creadas": 98,
                     *         "actualizadas": 0,
                     *         "sinCambio": 21,
                     *         "rechazadas": 1,
                     *         "hojas": [
                     *           {
                     *             "nombre": "Obras 2026",
                     *             "filas": 120,
                     *             "leida": true
                     *           }
                     *         ],
                     *         "filaEncabezados": 1,
                     *         "columnas": [
                     *           {
                     *             "columna": "Municipio",
                     *             "campo": "municipio"
                     *           }
                     *         ],
                     *         "muestra": [
                     *           {
                     *             "fila": 2,
                     *             "valores": {
                     *               "claveUnica": "SOP-2026-0001",
                     *               "monto": "1250000.50",
                     *               "municipio": "Mérida"
                     *             }
                     *           }
                     *         ],
                     *         "grupos": [
                     *           {
                     *             "gravedad": "error",
                     *             "codigo": "valorDesconocido",
                     *             "campo": "municipio",
                     *             "columna": "Municipio",
                     *             "mensaje": "Municipio: no existe en el catálogo.",
                     *             "remedio": "Con valores diga a qué registro corresponde cada uno.",
                     *             "cuantas": 38,
                     *             "filas": "2–9, 14, 20 y 28 más",
                     *             "valores": [
                     *               {
                     *                 "valor": "Tizmin",
                     *                 "cuantas": 31,
                     *                 "sugerencia": "Tizimín",
                     *                 "esSegura": true
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "errores": [
                     *           {
                     *             "fila": 14,
                     *             "columna": "Municipio",
                     *             "campo": "municipio",
                     *             "valor": "Tizmin",
                     *             "mensaje": "Municipio: no existe el municipio «Tizmin». ¿Quiso decir «Tizimín»?"
                     *           }
                     *         ],
                     *         "erroresOmitidos": 0,
                     *         "avisos": [
                     *           {
                     *             "fila": 14,
                     *             "columna": "Municipio",
                     *             "campo": "municipio",
                     *             "valor": "Tizmin",
                     *             "mensaje": "Municipio: no existe el municipio «Tizmin». ¿Quiso decir «Tizimín»?"
                     *           }
                     *         ],
                     *         "avisosOmitidos": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Importacion"];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un UUID."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "No hay una importación con ese identificador, o terminó hace más de un día.",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    cancelImportacion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identificador de la importación: id de la respuesta 202. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cancela una importación en curso y la responde */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "6b1f7a52-6a4e-4f0e-9a67-0f5a1c3d2e4b",
                     *       "archivo": "obras-2026.xlsx",
                     *       "simular": false,
                     *       "estado": "escribiendo",
                     *       "usuario": "admin@obras.local",
                     *       "iniciadaEn": "2026-01-15T14:30:00.000Z",
                     *       "terminadaEn": "2026-01-15T14:31:10.000Z",
                     *       "filasRevisadas": 20000,
                     *       "filasTotal": 20000,
                     *       "filasEscritas": 8400,
                     *       "filasPorEscribir": 19950,
                     *       "error": "Se interrumpió antes de terminar: 8,400 filas ya están; importe de nuevo el mismo archivo para terminar.",
                     *       "informe": {
                     *         "simulacro": false,
                     *         "aplicada": false,
                     *         "filas": 120,
                     *         "creadas": 98,
                     *         "actualizadas": 0,
                     *         "sinCambio": 21,
                     *         "rechazadas": 1,
                     *         "hojas": [
                     *           {
                     *             "nombre": "Obras 2026",
                     *             "filas": 120,
                     *             "leida": true
                     *           }
                     *         ],
                     *         "filaEncabezados": 1,
                     *         "columnas": [
                     *           {
                     *             "columna": "Municipio",
                     *             "campo": "municipio"
                     *           }
                     *         ],
                     *         "muestra": [
                     *           {
                     *             "fila": 2,
                     *             "valores": {
                     *               "claveUnica": "SOP-2026-0001",
                     *               "monto": "1250000.50",
                     *               "municipio": "Mérida"
                     *             }
                     *           }
                     *         ],
                     *         "grupos": [
                     *           {
                     *             "gravedad": "error",
                     *             "codigo": "valorDesconocido",
                     *             "campo": "municipio",
                     *             "columna": "Municipio",
                     *             "mensaje": "Municipio: no existe en el catálogo.",
                     *             "remedio": "Con valores diga a qué registro corresponde cada uno.",
                     *             "cuantas": 38,
                     *             "filas": "2–9, 14, 20 y 28 más",
                     *             "valores": [
                     *               {
                     *                 "valor": "Tizmin",
                     *                 "cuantas": 31,
                     *                 "sugerencia": "Tizimín",
                     *                 "esSegura": true
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "errores": [
                     *           {
                     *             "fila": 14,
                     *             "columna": "Municipio",
                     *             "campo": "municipio",
                     *             "valor": "Tizmin",
                     *             "mensaje": "Municipio: no existe el municipio «Tizmin». ¿Quiso decir «Tizimín»?"
                     *           }
                     *         ],
                     *         "erroresOmitidos": 0,
                     *         "avisos": [
                     *           {
                     *             "fila": 14,
                     *             "columna": "Municipio",
                     *             "campo": "municipio",
                     *             "valor": "Tizmin",
                     *             "mensaje": "Municipio: no existe el municipio «Tizmin». ¿Quiso decir «Tizimín»?"
                     *           }
                     *         ],
                     *         "avisosOmitidos": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Importacion"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un UUID."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "No hay una importación con ese identificador, o terminó hace más de un día.",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description Conflicto */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 409,
                     *       "message": "La importación ya terminó; no hay qué cancelar.",
                     *       "error": "Conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            413: components["responses"]["DemasiadoGrande"];
            415: components["responses"]["TipoDeContenido"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    listImportacionesDeSeguimiento: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Las importaciones de seguimiento en curso y las del último día, la más reciente primero */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "6b1f7a52-6a4e-4f0e-9a67-0f5a1c3d2e4b",
                     *         "archivo": "obras-2026.xlsx",
                     *         "simular": false,
                     *         "estado": "escribiendo",
                     *         "usuario": "admin@obras.local",
                     *         "iniciadaEn": "2026-01-15T14:30:00.000Z",
                     *         "terminadaEn": "2026-01-15T14:31:10.000Z",
                     *         "filasRevisadas": 20000,
                     *         "filasTotal": 20000,
                     *         "filasEscritas": 8400,
                     *         "filasPorEscribir": 19950,
                     *         "error": "Se interrumpió antes de terminar: 8,400 filas ya están; importe de nuevo el mismo archivo para terminar."
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ImportacionListada"][];
                };
            };
            304: components["responses"]["SinCambios"];
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    importSeguimiento: {
        parameters: {
            query?: {
                /** @description true: sólo revisa el archivo y dice qué haría; no escribe nada. */
                simular?: components["parameters"]["simular"];
                /** @description true: importa las filas correctas aunque otras se rechacen. Sin él, una fila rechazada detiene todo. */
                parcial?: components["parameters"]["parcial"];
                /** @description Hoja del libro; si falta, la primera visible con encabezados y filas. */
                hoja?: components["parameters"]["hoja"];
                /** @description Qué dice cada columna, donde su encabezado no basta: un objeto JSON de encabezados y campos; con null la columna no se lee. Los campos: claveUnica, fechaCorte, avanceFisico, montoPagado, causaAtraso, observaciones, fechaPagado, trimestre, ciclo, numero, naturaleza, procedimiento, numeroProponentes, objeto, contratista, contratistaRfc, ocid, url, monto, anticipo, fechaFirma, fechaInicio, fechaTermino, terminacion, fechaTerminacion, montoFinal, fechaEntregaRecepcion, motivoTerminacion, moneda, tipoCambio, iva. Por ejemplo {"% real":"avanceFisico"}. */
                columnas?: string;
                /** @description En qué están los montos cuyo encabezado no dice pesos («miles de pesos», «MDP», «USD»). Sin él esa columna no se lee y ninguna fila se importa. Donde habla de otra moneda sólo vale pesos: que ya lo son. */
                unidadMonto?: components["parameters"]["unidadMonto"];
                /** @description true: no se leen las filas y columnas ocultas de un libro, tampoco las que un filtro deja fuera. Sin él se leen, y un aviso lo dice. */
                sinOcultas?: components["parameters"]["sinOcultas"];
                /** @description Nombre del archivo, para la bitácora, cuando el cuerpo es el archivo mismo y no un formulario. */
                archivo?: components["parameters"]["archivo"];
                /** @description true: los avances y contratos que ya existen toman lo que dice el archivo. Sin él, una fila que dice otra cosa se rechaza. */
                actualizar?: "true" | "false";
                /**
                 * @description El corte de las filas que no lo dicen: AAAA-MM-DD.
                 * @example 2026-06-30
                 */
                fechaCorte?: string;
                /** @description Qué son los avances de 0 a 1 que no dicen %: porciento (0.45 es 0.45 %) o fraccion (0.45 es 45 %). Sin él, sus filas se rechazan, salvo las que ya están así en el registro. */
                unidadAvance?: "porciento" | "fraccion";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "archivo": "claveUnica,nombre,monto,ejercicioFiscal,dependencia,municipio,estatus\r\nSOP-2026-0001,Pavimentación de la calle 60,1250000.50,2026,SOP,Mérida,En proceso\r\n"
                 *     }
                 */
                "multipart/form-data": components["schemas"]["FormularioDeImportacion"];
                /**
                 * @example claveUnica,nombre,monto,ejercicioFiscal,dependencia,municipio,estatus
                 *     SOP-2026-0001,Pavimentación de la calle 60,1250000.50,2026,SOP,Mérida,En proceso
                 */
                "text/csv": components["schemas"]["HojaDeObras"];
                /**
                 * @example claveUnica,nombre,monto,ejercicioFiscal,dependencia,municipio,estatus
                 *     SOP-2026-0001,Pavimentación de la calle 60,1250000.50,2026,SOP,Mérida,En proceso
                 */
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": components["schemas"]["HojaDeObras"];
                /**
                 * @example claveUnica,nombre,monto,ejercicioFiscal,dependencia,municipio,estatus
                 *     SOP-2026-0001,Pavimentación de la calle 60,1250000.50,2026,SOP,Mérida,En proceso
                 */
                "application/vnd.oasis.opendocument.spreadsheet": components["schemas"]["HojaDeObras"];
            };
        };
        responses: {
            /** @description Importa avances y contratos de una hoja de cálculo (.xlsx, .ods o .csv) */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "simulacro": false,
                     *       "aplicada": false,
                     *       "filas": 120,
                     *       "creadas": 98,
                     *       "actualizadas": 0,
                     *       "sinCambio": 21,
                     *       "rechazadas": 1,
                     *       "hojas": [
                     *         {
                     *           "nombre": "Obras 2026",
                     *           "filas": 120,
                     *           "leida": true
                     *         }
                     *       ],
                     *       "filaEncabezados": 1,
                     *       "columnas": [
                     *         {
                     *           "columna": "Municipio",
                     *           "campo": "municipio"
                     *         }
                     *       ],
                     *       "muestra": [
                     *         {
                     *           "fila": 2,
                     *           "valores": {
                     *             "claveUnica": "SOP-2026-0001",
                     *             "fechaCorte": "2026-06-30",
                     *             "avanceFisico": "45.5"
                     *           }
                     *         }
                     *       ],
                     *       "grupos": [
                     *         {
                     *           "gravedad": "error",
                     *           "codigo": "valorDesconocido",
                     *           "campo": "municipio",
                     *           "columna": "Municipio",
                     *           "mensaje": "Municipio: no existe en el catálogo.",
                     *           "remedio": "Con valores diga a qué registro corresponde cada uno.",
                     *           "cuantas": 38,
                     *           "filas": "2–9, 14, 20 y 28 más",
                     *           "valores": [
                     *             {
                     *               "valor": "Tizmin",
                     *               "cuantas": 31,
                     *               "sugerencia": "Tizimín",
                     *               "esSegura": true
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "errores": [
                     *         {
                     *           "fila": 14,
                     *           "columna": "Municipio",
                     *           "campo": "municipio",
                     *           "valor": "Tizmin",
                     *           "mensaje": "Municipio: no existe el municipio «Tizmin». ¿Quiso decir «Tizimín»?"
                     *         }
                     *       ],
                     *       "erroresOmitidos": 0,
                     *       "avisos": [
                     *         {
                     *           "fila": 14,
                     *           "columna": "Municipio",
                     *           "campo": "municipio",
                     *           "valor": "Tizmin",
                     *           "mensaje": "Municipio: no existe el municipio «Tizmin». ¿Quiso decir «Tizimín»?"
                     *         }
                     *       ],
                     *       "avisosOmitidos": 0
                     *     }
                     */
                    "application/json": components["schemas"]["InformeDeImportacionDeSeguimiento"];
                };
            };
            /** @description Importa avances y contratos de una hoja de cálculo (.xlsx, .ods o .csv) */
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "6b1f7a52-6a4e-4f0e-9a67-0f5a1c3d2e4b",
                     *       "archivo": "obras-2026.xlsx",
                     *       "simular": false,
                     *       "estado": "escribiendo",
                     *       "usuario": "admin@obras.local",
                     *       "iniciadaEn": "2026-01-15T14:30:00.000Z",
                     *       "terminadaEn": "2026-01-15T14:31:10.000Z",
                     *       "filasRevisadas": 20000,
                     *       "filasTotal": 20000,
                     *       "filasEscritas": 8400,
                     *       "filasPorEscribir": 19950,
                     *       "error": "Se interrumpió antes de terminar: 8,400 filas ya están; importe de nuevo el mismo archivo para terminar.",
                     *       "informe": {
                     *         "simulacro": false,
                     *         "aplicada": false,
                     *         "filas": 120,
                     *         "creadas": 98,
                     *         "actualizadas": 0,
                     *         "sinCambio": 21,
                     *         "rechazadas": 1,
                     *         "hojas": [
                     *           {
                     *             "nombre": "Obras 2026",
                     *             "filas": 120,
                     *             "leida": true
                     *           }
                     *         ],
                     *         "filaEncabezados": 1,
                     *         "columnas": [
                     *           {
                     *             "columna": "Municipio",
                     *             "campo": "municipio"
                     *           }
                     *         ],
                     *         "muestra": [
                     *           {
                     *             "fila": 2,
                     *             "valores": {
                     *               "claveUnica": "SOP-2026-0001",
                     *               "fechaCorte": "2026-06-30",
                     *               "avanceFisico": "45.5"
                     *             }
                     *           }
                     *         ],
                     *         "grupos": [
                     *           {
                     *             "gravedad": "error",
                     *             "codigo": "valorDesconocido",
                     *             "campo": "municipio",
                     *             "columna": "Municipio",
                     *             "mensaje": "Municipio: no existe en el catálogo.",
                     *             "remedio": "Con valores diga a qué registro corresponde cada uno.",
                     *             "cuantas": 38,
                     *             "filas": "2–9, 14, 20 y 28 más",
                     *             "valores": [
                     *               {
                     *                 "valor": "Tizmin",
                     *                 "cuantas": 31,
                     *                 "sugerencia": "Tizimín",
                     *                 "esSegura": true
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "errores": [
                     *           {
                     *             "fila": 14,
                     *             "columna": "Municipio",
                     *             "campo": "municipio",
                     *             "valor": "Tizmin",
                     *             "mensaje": "Municipio: no existe el municipio «Tizmin». ¿Quiso decir «Tizimín»?"
                     *           }
                     *         ],
                     *         "erroresOmitidos": 0,
                     *         "avisos": [
                     *           {
                     *             "fila": 14,
                     *             "columna": "Municipio",
                     *             "campo": "municipio",
                     *             "valor": "Tizmin",
                     *             "mensaje": "Municipio: no existe el municipio «Tizmin». ¿Quiso decir «Tizimín»?"
                     *           }
                     *         ],
                     *         "avisosOmitidos": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ImportacionDeSeguimiento"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "simular debe ser true o false.",
                     *         "parcial debe ser true o false.",
                     *         "unidadMonto debe ser pesos, miles o millones.",
                     *         "sinOcultas debe ser true o false.",
                     *         "actualizar debe ser true o false.",
                     *         "fechaCorte debe ser una fecha, por ejemplo 2026-01-31.",
                     *         "unidadAvance debe ser porciento o fraccion."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            /** @description La solicitud tardó demasiado en llegar */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 408,
                     *       "message": "El archivo dejó de llegar o llega demasiado despacio; intente de nuevo.",
                     *       "error": "Request Timeout"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description Conflicto */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 409,
                     *       "message": "Alguien canceló la importación; lo que se escribió hasta entonces queda.",
                     *       "error": "Conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description Cuerpo demasiado grande */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 413,
                     *       "message": "El archivo excede el tamaño máximo: 32 MB si es .xlsx u .ods, 64 MB si es .csv.",
                     *       "error": "Payload Too Large"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            415: components["responses"]["TipoDeContenido"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    findImportacionDeSeguimiento: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path: {
                /** @description Identificador de la importación: id de la respuesta 202. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Una importación de seguimiento: cómo va, y su informe cuando terminó */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "6b1f7a52-6a4e-4f0e-9a67-0f5a1c3d2e4b",
                     *       "archivo": "obras-2026.xlsx",
                     *       "simular": false,
                     *       "estado": "escribiendo",
                     *       "usuario": "admin@obras.local",
                     *       "iniciadaEn": "2026-01-15T14:30:00.000Z",
                     *       "terminadaEn": "2026-01-15T14:31:10.000Z",
                     *       "filasRevisadas": 20000,
                     *       "filasTotal": 20000,
                     *       "filasEscritas": 8400,
                     *       "filasPorEscribir": 19950,
                     *       "error": "Se interrumpió antes de terminar: 8,400 filas ya están; importe de nuevo el mismo archivo para terminar.",
                     *       "informe": {
                     *         "simulacro": false,
                     *         "aplicada": false,
                     *         "filas": 120,
                     *         "creadas": 98,
                     *         "actualizadas": 0,
                     *         "sinCambio": 21,
                     *         "rechazadas": 1,
                     *         "hojas": [
                     *           {
                     *             "nombre": "Obras 2026",
                     *             "filas": 120,
                     *             "leida": true
                     *           }
                     *         ],
                     *         "filaEncabezados": 1,
                     *         "columnas": [
                     *           {
                     *             "columna": "Municipio",
                     *             "campo": "municipio"
                     *           }
                     *         ],
                     *         "muestra": [
                     *           {
                     *             "fila": 2,
                     *             "valores": {
                     *               "claveUnica": "SOP-2026-0001",
                     *               "fechaCorte": "2026-06-30",
                     *               "avanceFisico": "45.5"
                     *             }
                     *           }
                     *         ],
                     *         "grupos": [
                     *           {
                     *             "gravedad": "error",
                     *             "codigo": "valorDesconocido",
                     *             "campo": "municipio",
                     *             "columna": "Municipio",
                     *             "mensaje": "Municipio: no existe en el catálogo.",
                     *             "remedio": "Con valores diga a qué registro corresponde cada uno.",
                     *             "cuantas": 38,
                     *             "filas": "2–9, 14, 20 y 28 más",
                     *             "valores": [
                     *               {
                     *                 "valor": "Tizmin",
                     *                 "cuantas": 31,
                     *                 "sugerencia": "Tizimín",
                     *                 "esSegura": true
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "errores": [
                     *           {
                     *             "fila": 14,
                     *             "columna": "Municipio",
                     *             "campo": "municipio",
                     *             "valor": "Tizmin",
                     *             "mensaje": "Municipio: no existe el municipio «Tizmin». ¿Quiso decir «Tizimín»?"
                     *           }
                     *         ],
                     *         "erroresOmitidos": 0,
                     *         "avisos": [
                     *           {
                     *             "fila": 14,
                     *             "columna": "Municipio",
                     *             "campo": "municipio",
                     *             "valor": "Tizmin",
                     *             "mensaje": "Municipio: no existe el municipio «Tizmin». ¿Quiso decir «Tizimín»?"
                     *           }
                     *         ],
                     *         "avisosOmitidos": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ImportacionDeSeguimiento"];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un UUID."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "No hay una importación con ese identificador, o terminó hace más de un día.",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    cancelImportacionDeSeguimiento: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identificador de la importación: id de la respuesta 202. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cancela una importación de seguimiento en curso y la responde */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "6b1f7a52-6a4e-4f0e-9a67-0f5a1c3d2e4b",
                     *       "archivo": "obras-2026.xlsx",
                     *       "simular": false,
                     *       "estado": "escribiendo",
                     *       "usuario": "admin@obras.local",
                     *       "iniciadaEn": "2026-01-15T14:30:00.000Z",
                     *       "terminadaEn": "2026-01-15T14:31:10.000Z",
                     *       "filasRevisadas": 20000,
                     *       "filasTotal": 20000,
                     *       "filasEscritas": 8400,
                     *       "filasPorEscribir": 19950,
                     *       "error": "Se interrumpió antes de terminar: 8,400 filas ya están; importe de nuevo el mismo archivo para terminar.",
                     *       "informe": {
                     *         "simulacro": false,
                     *         "aplicada": false,
                     *         "filas": 120,
                     *         "creadas": 98,
                     *         "actualizadas": 0,
                     *         "sinCambio": 21,
                     *         "rechazadas": 1,
                     *         "hojas": [
                     *           {
                     *             "nombre": "Obras 2026",
                     *             "filas": 120,
                     *             "leida": true
                     *           }
                     *         ],
                     *         "filaEncabezados": 1,
                     *         "columnas": [
                     *           {
                     *             "columna": "Municipio",
                     *             "campo": "municipio"
                     *           }
                     *         ],
                     *         "muestra": [
                     *           {
                     *             "fila": 2,
                     *             "valores": {
                     *               "claveUnica": "SOP-2026-0001",
                     *               "fechaCorte": "2026-06-30",
                     *               "avanceFisico": "45.5"
                     *             }
                     *           }
                     *         ],
                     *         "grupos": [
                     *           {
                     *             "gravedad": "error",
                     *             "codigo": "valorDesconocido",
                     *             "campo": "municipio",
                     *             "columna": "Municipio",
                     *             "mensaje": "Municipio: no existe en el catálogo.",
                     *             "remedio": "Con valores diga a qué registro corresponde cada uno.",
                     *             "cuantas": 38,
                     *             "filas": "2–9, 14, 20 y 28 más",
                     *             "valores": [
                     *               {
                     *                 "valor": "Tizmin",
                     *                 "cuantas": 31,
                     *                 "sugerencia": "Tizimín",
                     *                 "esSegura": true
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "errores": [
                     *           {
                     *             "fila": 14,
                     *             "columna": "Municipio",
                     *             "campo": "municipio",
                     *             "valor": "Tizmin",
                     *             "mensaje": "Municipio: no existe el municipio «Tizmin». ¿Quiso decir «Tizimín»?"
                     *           }
                     *         ],
                     *         "erroresOmitidos": 0,
                     *         "avisos": [
                     *           {
                     *             "fila": 14,
                     *             "columna": "Municipio",
                     *             "campo": "municipio",
                     *             "valor": "Tizmin",
                     *             "mensaje": "Municipio: no existe el municipio «Tizmin». ¿Quiso decir «Tizimín»?"
                     *           }
                     *         ],
                     *         "avisosOmitidos": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ImportacionDeSeguimiento"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un UUID."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "No hay una importación con ese identificador, o terminó hace más de un día.",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description Conflicto */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 409,
                     *       "message": "La importación ya terminó; no hay qué cancelar.",
                     *       "error": "Conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            413: components["responses"]["DemasiadoGrande"];
            415: components["responses"]["TipoDeContenido"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    downloadPlantillaDeSeguimiento: {
        parameters: {
            query?: {
                /**
                 * @description El corte que trae escrito; si falta, el último día del trimestre que terminó.
                 * @example 2026-06-30
                 */
                fechaCorte?: string;
            };
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Hoja de Excel para reportar avances e importarlos */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example PK… */
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "fechaCorte debe ser una fecha, por ejemplo 2026-01-31."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    listSeguimiento: {
        parameters: {
            query?: {
                /** @description Sólo las obras de estos municipios. Hasta 100 valores, con comas o el parámetro repetido. */
                municipioId?: components["parameters"]["municipioId"];
                /** @description Sólo las obras con estos estatus. Hasta 100 valores, con comas o el parámetro repetido. */
                estatusObraId?: components["parameters"]["estatusObraId"];
                /** @description Sólo las obras de estos ejercicios fiscales. Hasta 100 valores, con comas o el parámetro repetido. */
                ejercicioFiscalId?: components["parameters"]["ejercicioFiscalId"];
                /** @description Sólo las obras de estas dependencias. Hasta 100 valores, con comas o el parámetro repetido. */
                dependenciaId?: components["parameters"]["dependenciaId"];
                /** @description Sólo las obras de estos tipos de proyecto. Hasta 100 valores, con comas o el parámetro repetido. */
                tipoProyectoId?: components["parameters"]["tipoProyectoId"];
                /** @description Sólo las obras de este monto o más (MXN). */
                montoMin?: components["parameters"]["montoMin"];
                /** @description Sólo las obras de este monto o menos (MXN). */
                montoMax?: components["parameters"]["montoMax"];
                /** @description Palabras que aparecen, todas, en nombre, claveUnica, descripcion o los textos de una ubicación, por ejemplo «pavimentacion merida»; sin distinguir acentos ni mayúsculas. Un número de hasta cuatro cifras se busca entero, y no en claveUnica: con «calle 60» se encuentra «C. 60 × 61», no «1450GYR0060» ni «89.603». Una claveUnica entera, como «0042», siempre se encuentra. */
                q?: components["parameters"]["q"];
                /** @description Sólo las obras con una ubicación que toca el rectángulo minLon,minLat,maxLon,maxLat (grados, WGS 84), por ejemplo -89.75,20.85,-89.50,21.10. */
                bbox?: components["parameters"]["bbox"];
                /** @description Con true, sólo las favoritas de quien pregunta, según su token; sin él, 401. */
                favoritas?: components["parameters"]["favoritas"];
                /** @description Sólo las obras de ejercicios fiscales de este año o anteriores. */
                anioMax?: components["parameters"]["anioMax"];
                /** @description Con true, sólo las obras sin ubicaciones. */
                sinUbicacion?: components["parameters"]["sinUbicacion"];
                /** @description Con true, sólo las obras con una ubicación a más de 1 km del municipio que se indica en ella. */
                fueraDeMunicipio?: components["parameters"]["fueraDeMunicipio"];
                /** @description Sólo las obras que se registraron ese día o después, según la bitácora: AAAA-MM-DD, hora de Mérida. */
                registradaDesde?: components["parameters"]["registradaDesde"];
                /** @description Con true, sólo las obras que registró quien pregunta, según su token y la bitácora; sin token, 401. */
                registradaPorMi?: components["parameters"]["registradaPorMi"];
                /** @description Sólo las obras cuyo monto creció o bajó más de este porcentaje desde que se registraron, según la bitácora. Sólo para administradores. */
                variacionMonto?: components["parameters"]["variacionMonto"];
                /** @description Sólo las obras con este avance físico o más, en por ciento. */
                avanceMin?: components["parameters"]["avanceMin"];
                /** @description Sólo las obras con este avance físico o menos, en por ciento; no las que nada han reportado. */
                avanceMax?: components["parameters"]["avanceMax"];
                /** @description Con true, sólo las obras de las que se ha reportado algo construido o pagado. */
                conAvance?: components["parameters"]["conAvance"];
                /** @description Con true, sólo las obras abiertas cuya fecha de término vigente ya pasó, hoy en Mérida, sin que se haya dicho que terminaron. */
                atrasadas?: components["parameters"]["atrasadas"];
                /** @description Sólo las obras empezadas sin un avance con corte ese día o después: AAAA-MM-DD. Empezadas son las abiertas que están en proceso o suspendidas, o de las que se ha dicho algo construido, algo pagado o cuándo empezaron. Abiertas son las que no están terminadas ni canceladas. */
                sinReporteDesde?: components["parameters"]["sinReporteDesde"];
                /** @description Palabras que aparecen, todas, en el nombre de una de las empresas que la construyen por contrato; sin distinguir acentos ni mayúsculas. */
                contratista?: components["parameters"]["contratista"];
                /** @description Sólo las obras abiertas y sin terminar en que lo pagado, en por ciento de sus contratos vigentes o, sin ellos, del monto de la obra, rebasa al avance físico en más de estos puntos. */
                pagoAdelantado?: components["parameters"]["pagoAdelantado"];
                /** @description Sólo las obras cuyos contratos de obra suman, con sus convenios, más de este porcentaje por encima de lo que se firmó. */
                crecimientoContratos?: components["parameters"]["crecimientoContratos"];
                /** @description Con true, sólo las obras que parecen estar registradas dos veces: de la misma dependencia y el mismo ejercicio, con nombres parecidos y los mismos números en ellos, y con el mismo monto o a menos de 100 m. Sólo para administradores. */
                posibleDuplicada?: components["parameters"]["posibleDuplicada"];
                /** @description Orden: id (el de siempre), nombre (alfabético del español), monto, anio (del ejercicio fiscal), avance (físico; antes las que nada han reportado), termino (la fecha de término vigente; al final las que no la tienen) corte (la fecha del avance más nuevo; antes las que nada han reportado), pagoAdelantado o crecimientoContratos (lo que comparan esos filtros; antes las que no lo tienen); con un guion delante, al revés: -id, de la más nueva a la más antigua. Con q también relevancia: primero la obra de esa claveUnica, luego las obras que en el nombre o en una dirección dicen la frase tal cual, después las que tienen sus palabras enteras y cerca, y al final las que sólo las tienen como parte de otras; sin q es como id. A igualdad, por id. */
                orden?: components["parameters"]["orden"];
                /** @description Sólo estas obras, por su id. Hasta 100 valores, con comas o el parámetro repetido. */
                obraId?: number[];
                /** @description Renglones por página. */
                limit?: number;
                /** @description El que trae el encabezado Link: rel="next". */
                cursor?: components["parameters"]["cursor"];
            };
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cómo va cada obra: un renglón por obra, por páginas */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    /** @description Cuántas obras cumplen los filtros. */
                    "X-Total-Count"?: number;
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "obraId": 1,
                     *         "claveUnica": "SOP-2026-0001",
                     *         "nombre": "Pavimentación de la calle 60",
                     *         "dependenciaId": 1,
                     *         "dependencia": "Secretaría de Obras Públicas",
                     *         "municipioId": 50,
                     *         "municipio": "Mérida",
                     *         "estatusObraId": 4,
                     *         "estatus": "En proceso",
                     *         "monto": 1250000.5,
                     *         "fechaCorte": "2026-06-30",
                     *         "avanceFisico": 45.5,
                     *         "avanceFinanciero": 91.5,
                     *         "montoPagado": 1200000,
                     *         "fechaPagado": "2026-06-30",
                     *         "pagadoContratos": 91.5,
                     *         "pagoAdelantado": 12.5,
                     *         "causaAtraso": "CLIMA",
                     *         "reportes": 1,
                     *         "fechaTerminoBase": "2026-10-31",
                     *         "fechaTerminoVigente": "2026-12-15",
                     *         "diasAtraso": 0,
                     *         "atrasada": false,
                     *         "contratos": 1,
                     *         "montoContratado": 1200000,
                     *         "montoVigente": 1200000,
                     *         "crecimientoContratos": 11.44,
                     *         "convenios": 1,
                     *         "contratista": "Constructora del Mayab, S.A. de C.V."
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["FilaDeSeguimiento"][];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "municipioId debe ser un número entero.",
                     *         "estatusObraId debe ser un número entero.",
                     *         "ejercicioFiscalId debe ser un número entero.",
                     *         "dependenciaId debe ser un número entero.",
                     *         "tipoProyectoId debe ser un número entero.",
                     *         "montoMin debe ser una cantidad de 0 a 9,999,999,999,999.99, escrita sin comas y con dos decimales a lo más.",
                     *         "montoMax debe ser una cantidad de 0 a 9,999,999,999,999.99, escrita sin comas y con dos decimales a lo más.",
                     *         "bbox debe tener la forma minLon,minLat,maxLon,maxLat en grados, con cada mínimo no mayor que su máximo.",
                     *         "favoritas sólo admite el valor true.",
                     *         "anioMax debe ser un número entero.",
                     *         "sinUbicacion sólo admite el valor true.",
                     *         "fueraDeMunicipio sólo admite el valor true.",
                     *         "registradaDesde debe ser una fecha, por ejemplo 2026-01-31.",
                     *         "registradaPorMi sólo admite el valor true.",
                     *         "variacionMonto debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más.",
                     *         "avanceMin debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "avanceMax debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "conAvance sólo admite el valor true.",
                     *         "atrasadas sólo admite el valor true.",
                     *         "sinReporteDesde debe ser una fecha, por ejemplo 2026-01-31.",
                     *         "pagoAdelantado debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "crecimientoContratos debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más.",
                     *         "posibleDuplicada sólo admite el valor true.",
                     *         "orden debe ser id, -id, nombre, -nombre, monto, -monto, anio, -anio, avance, -avance, termino, -termino, corte, -corte, pagoAdelantado, -pagoAdelantado, crecimientoContratos, -crecimientoContratos o relevancia.",
                     *         "obraId debe ser un número entero.",
                     *         "limit debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    exportSeguimientoCsv: {
        parameters: {
            query?: {
                /** @description Sólo las obras de estos municipios. Hasta 100 valores, con comas o el parámetro repetido. */
                municipioId?: components["parameters"]["municipioId"];
                /** @description Sólo las obras con estos estatus. Hasta 100 valores, con comas o el parámetro repetido. */
                estatusObraId?: components["parameters"]["estatusObraId"];
                /** @description Sólo las obras de estos ejercicios fiscales. Hasta 100 valores, con comas o el parámetro repetido. */
                ejercicioFiscalId?: components["parameters"]["ejercicioFiscalId"];
                /** @description Sólo las obras de estas dependencias. Hasta 100 valores, con comas o el parámetro repetido. */
                dependenciaId?: components["parameters"]["dependenciaId"];
                /** @description Sólo las obras de estos tipos de proyecto. Hasta 100 valores, con comas o el parámetro repetido. */
                tipoProyectoId?: components["parameters"]["tipoProyectoId"];
                /** @description Sólo las obras de este monto o más (MXN). */
                montoMin?: components["parameters"]["montoMin"];
                /** @description Sólo las obras de este monto o menos (MXN). */
                montoMax?: components["parameters"]["montoMax"];
                /** @description Palabras que aparecen, todas, en nombre, claveUnica, descripcion o los textos de una ubicación, por ejemplo «pavimentacion merida»; sin distinguir acentos ni mayúsculas. Un número de hasta cuatro cifras se busca entero, y no en claveUnica: con «calle 60» se encuentra «C. 60 × 61», no «1450GYR0060» ni «89.603». Una claveUnica entera, como «0042», siempre se encuentra. */
                q?: components["parameters"]["q"];
                /** @description Sólo las obras con una ubicación que toca el rectángulo minLon,minLat,maxLon,maxLat (grados, WGS 84), por ejemplo -89.75,20.85,-89.50,21.10. */
                bbox?: components["parameters"]["bbox"];
                /** @description Con true, sólo las favoritas de quien pregunta, según su token; sin él, 401. */
                favoritas?: components["parameters"]["favoritas"];
                /** @description Sólo las obras de ejercicios fiscales de este año o anteriores. */
                anioMax?: components["parameters"]["anioMax"];
                /** @description Con true, sólo las obras sin ubicaciones. */
                sinUbicacion?: components["parameters"]["sinUbicacion"];
                /** @description Con true, sólo las obras con una ubicación a más de 1 km del municipio que se indica en ella. */
                fueraDeMunicipio?: components["parameters"]["fueraDeMunicipio"];
                /** @description Sólo las obras que se registraron ese día o después, según la bitácora: AAAA-MM-DD, hora de Mérida. */
                registradaDesde?: components["parameters"]["registradaDesde"];
                /** @description Con true, sólo las obras que registró quien pregunta, según su token y la bitácora; sin token, 401. */
                registradaPorMi?: components["parameters"]["registradaPorMi"];
                /** @description Sólo las obras cuyo monto creció o bajó más de este porcentaje desde que se registraron, según la bitácora. Sólo para administradores. */
                variacionMonto?: components["parameters"]["variacionMonto"];
                /** @description Sólo las obras con este avance físico o más, en por ciento. */
                avanceMin?: components["parameters"]["avanceMin"];
                /** @description Sólo las obras con este avance físico o menos, en por ciento; no las que nada han reportado. */
                avanceMax?: components["parameters"]["avanceMax"];
                /** @description Con true, sólo las obras de las que se ha reportado algo construido o pagado. */
                conAvance?: components["parameters"]["conAvance"];
                /** @description Con true, sólo las obras abiertas cuya fecha de término vigente ya pasó, hoy en Mérida, sin que se haya dicho que terminaron. */
                atrasadas?: components["parameters"]["atrasadas"];
                /** @description Sólo las obras empezadas sin un avance con corte ese día o después: AAAA-MM-DD. Empezadas son las abiertas que están en proceso o suspendidas, o de las que se ha dicho algo construido, algo pagado o cuándo empezaron. Abiertas son las que no están terminadas ni canceladas. */
                sinReporteDesde?: components["parameters"]["sinReporteDesde"];
                /** @description Palabras que aparecen, todas, en el nombre de una de las empresas que la construyen por contrato; sin distinguir acentos ni mayúsculas. */
                contratista?: components["parameters"]["contratista"];
                /** @description Sólo las obras abiertas y sin terminar en que lo pagado, en por ciento de sus contratos vigentes o, sin ellos, del monto de la obra, rebasa al avance físico en más de estos puntos. */
                pagoAdelantado?: components["parameters"]["pagoAdelantado"];
                /** @description Sólo las obras cuyos contratos de obra suman, con sus convenios, más de este porcentaje por encima de lo que se firmó. */
                crecimientoContratos?: components["parameters"]["crecimientoContratos"];
                /** @description Con true, sólo las obras que parecen estar registradas dos veces: de la misma dependencia y el mismo ejercicio, con nombres parecidos y los mismos números en ellos, y con el mismo monto o a menos de 100 m. Sólo para administradores. */
                posibleDuplicada?: components["parameters"]["posibleDuplicada"];
                /** @description Orden: id (el de siempre), nombre (alfabético del español), monto, anio (del ejercicio fiscal), avance (físico; antes las que nada han reportado), termino (la fecha de término vigente; al final las que no la tienen) corte (la fecha del avance más nuevo; antes las que nada han reportado), pagoAdelantado o crecimientoContratos (lo que comparan esos filtros; antes las que no lo tienen); con un guion delante, al revés: -id, de la más nueva a la más antigua. Con q también relevancia: primero la obra de esa claveUnica, luego las obras que en el nombre o en una dirección dicen la frase tal cual, después las que tienen sus palabras enteras y cerca, y al final las que sólo las tienen como parte de otras; sin q es como id. A igualdad, por id. */
                orden?: components["parameters"]["orden"];
            };
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cómo va cada obra, como CSV */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example claveUnica,nombre,dependencia… */
                    "text/csv": string;
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "municipioId debe ser un número entero.",
                     *         "estatusObraId debe ser un número entero.",
                     *         "ejercicioFiscalId debe ser un número entero.",
                     *         "dependenciaId debe ser un número entero.",
                     *         "tipoProyectoId debe ser un número entero.",
                     *         "montoMin debe ser una cantidad de 0 a 9,999,999,999,999.99, escrita sin comas y con dos decimales a lo más.",
                     *         "montoMax debe ser una cantidad de 0 a 9,999,999,999,999.99, escrita sin comas y con dos decimales a lo más.",
                     *         "bbox debe tener la forma minLon,minLat,maxLon,maxLat en grados, con cada mínimo no mayor que su máximo.",
                     *         "favoritas sólo admite el valor true.",
                     *         "anioMax debe ser un número entero.",
                     *         "sinUbicacion sólo admite el valor true.",
                     *         "fueraDeMunicipio sólo admite el valor true.",
                     *         "registradaDesde debe ser una fecha, por ejemplo 2026-01-31.",
                     *         "registradaPorMi sólo admite el valor true.",
                     *         "variacionMonto debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más.",
                     *         "avanceMin debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "avanceMax debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "conAvance sólo admite el valor true.",
                     *         "atrasadas sólo admite el valor true.",
                     *         "sinReporteDesde debe ser una fecha, por ejemplo 2026-01-31.",
                     *         "pagoAdelantado debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "crecimientoContratos debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más.",
                     *         "posibleDuplicada sólo admite el valor true.",
                     *         "orden debe ser id, -id, nombre, -nombre, monto, -monto, anio, -anio, avance, -avance, termino, -termino, corte, -corte, pagoAdelantado, -pagoAdelantado, crecimientoContratos, -crecimientoContratos o relevancia."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    exportSeguimientoXlsx: {
        parameters: {
            query?: {
                /** @description Sólo las obras de estos municipios. Hasta 100 valores, con comas o el parámetro repetido. */
                municipioId?: components["parameters"]["municipioId"];
                /** @description Sólo las obras con estos estatus. Hasta 100 valores, con comas o el parámetro repetido. */
                estatusObraId?: components["parameters"]["estatusObraId"];
                /** @description Sólo las obras de estos ejercicios fiscales. Hasta 100 valores, con comas o el parámetro repetido. */
                ejercicioFiscalId?: components["parameters"]["ejercicioFiscalId"];
                /** @description Sólo las obras de estas dependencias. Hasta 100 valores, con comas o el parámetro repetido. */
                dependenciaId?: components["parameters"]["dependenciaId"];
                /** @description Sólo las obras de estos tipos de proyecto. Hasta 100 valores, con comas o el parámetro repetido. */
                tipoProyectoId?: components["parameters"]["tipoProyectoId"];
                /** @description Sólo las obras de este monto o más (MXN). */
                montoMin?: components["parameters"]["montoMin"];
                /** @description Sólo las obras de este monto o menos (MXN). */
                montoMax?: components["parameters"]["montoMax"];
                /** @description Palabras que aparecen, todas, en nombre, claveUnica, descripcion o los textos de una ubicación, por ejemplo «pavimentacion merida»; sin distinguir acentos ni mayúsculas. Un número de hasta cuatro cifras se busca entero, y no en claveUnica: con «calle 60» se encuentra «C. 60 × 61», no «1450GYR0060» ni «89.603». Una claveUnica entera, como «0042», siempre se encuentra. */
                q?: components["parameters"]["q"];
                /** @description Sólo las obras con una ubicación que toca el rectángulo minLon,minLat,maxLon,maxLat (grados, WGS 84), por ejemplo -89.75,20.85,-89.50,21.10. */
                bbox?: components["parameters"]["bbox"];
                /** @description Con true, sólo las favoritas de quien pregunta, según su token; sin él, 401. */
                favoritas?: components["parameters"]["favoritas"];
                /** @description Sólo las obras de ejercicios fiscales de este año o anteriores. */
                anioMax?: components["parameters"]["anioMax"];
                /** @description Con true, sólo las obras sin ubicaciones. */
                sinUbicacion?: components["parameters"]["sinUbicacion"];
                /** @description Con true, sólo las obras con una ubicación a más de 1 km del municipio que se indica en ella. */
                fueraDeMunicipio?: components["parameters"]["fueraDeMunicipio"];
                /** @description Sólo las obras que se registraron ese día o después, según la bitácora: AAAA-MM-DD, hora de Mérida. */
                registradaDesde?: components["parameters"]["registradaDesde"];
                /** @description Con true, sólo las obras que registró quien pregunta, según su token y la bitácora; sin token, 401. */
                registradaPorMi?: components["parameters"]["registradaPorMi"];
                /** @description Sólo las obras cuyo monto creció o bajó más de este porcentaje desde que se registraron, según la bitácora. Sólo para administradores. */
                variacionMonto?: components["parameters"]["variacionMonto"];
                /** @description Sólo las obras con este avance físico o más, en por ciento. */
                avanceMin?: components["parameters"]["avanceMin"];
                /** @description Sólo las obras con este avance físico o menos, en por ciento; no las que nada han reportado. */
                avanceMax?: components["parameters"]["avanceMax"];
                /** @description Con true, sólo las obras de las que se ha reportado algo construido o pagado. */
                conAvance?: components["parameters"]["conAvance"];
                /** @description Con true, sólo las obras abiertas cuya fecha de término vigente ya pasó, hoy en Mérida, sin que se haya dicho que terminaron. */
                atrasadas?: components["parameters"]["atrasadas"];
                /** @description Sólo las obras empezadas sin un avance con corte ese día o después: AAAA-MM-DD. Empezadas son las abiertas que están en proceso o suspendidas, o de las que se ha dicho algo construido, algo pagado o cuándo empezaron. Abiertas son las que no están terminadas ni canceladas. */
                sinReporteDesde?: components["parameters"]["sinReporteDesde"];
                /** @description Palabras que aparecen, todas, en el nombre de una de las empresas que la construyen por contrato; sin distinguir acentos ni mayúsculas. */
                contratista?: components["parameters"]["contratista"];
                /** @description Sólo las obras abiertas y sin terminar en que lo pagado, en por ciento de sus contratos vigentes o, sin ellos, del monto de la obra, rebasa al avance físico en más de estos puntos. */
                pagoAdelantado?: components["parameters"]["pagoAdelantado"];
                /** @description Sólo las obras cuyos contratos de obra suman, con sus convenios, más de este porcentaje por encima de lo que se firmó. */
                crecimientoContratos?: components["parameters"]["crecimientoContratos"];
                /** @description Con true, sólo las obras que parecen estar registradas dos veces: de la misma dependencia y el mismo ejercicio, con nombres parecidos y los mismos números en ellos, y con el mismo monto o a menos de 100 m. Sólo para administradores. */
                posibleDuplicada?: components["parameters"]["posibleDuplicada"];
                /** @description Orden: id (el de siempre), nombre (alfabético del español), monto, anio (del ejercicio fiscal), avance (físico; antes las que nada han reportado), termino (la fecha de término vigente; al final las que no la tienen) corte (la fecha del avance más nuevo; antes las que nada han reportado), pagoAdelantado o crecimientoContratos (lo que comparan esos filtros; antes las que no lo tienen); con un guion delante, al revés: -id, de la más nueva a la más antigua. Con q también relevancia: primero la obra de esa claveUnica, luego las obras que en el nombre o en una dirección dicen la frase tal cual, después las que tienen sus palabras enteras y cerca, y al final las que sólo las tienen como parte de otras; sin q es como id. A igualdad, por id. */
                orden?: components["parameters"]["orden"];
            };
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cómo va cada obra, como hoja de Excel */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example PK… */
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "municipioId debe ser un número entero.",
                     *         "estatusObraId debe ser un número entero.",
                     *         "ejercicioFiscalId debe ser un número entero.",
                     *         "dependenciaId debe ser un número entero.",
                     *         "tipoProyectoId debe ser un número entero.",
                     *         "montoMin debe ser una cantidad de 0 a 9,999,999,999,999.99, escrita sin comas y con dos decimales a lo más.",
                     *         "montoMax debe ser una cantidad de 0 a 9,999,999,999,999.99, escrita sin comas y con dos decimales a lo más.",
                     *         "bbox debe tener la forma minLon,minLat,maxLon,maxLat en grados, con cada mínimo no mayor que su máximo.",
                     *         "favoritas sólo admite el valor true.",
                     *         "anioMax debe ser un número entero.",
                     *         "sinUbicacion sólo admite el valor true.",
                     *         "fueraDeMunicipio sólo admite el valor true.",
                     *         "registradaDesde debe ser una fecha, por ejemplo 2026-01-31.",
                     *         "registradaPorMi sólo admite el valor true.",
                     *         "variacionMonto debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más.",
                     *         "avanceMin debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "avanceMax debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "conAvance sólo admite el valor true.",
                     *         "atrasadas sólo admite el valor true.",
                     *         "sinReporteDesde debe ser una fecha, por ejemplo 2026-01-31.",
                     *         "pagoAdelantado debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "crecimientoContratos debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más.",
                     *         "posibleDuplicada sólo admite el valor true.",
                     *         "orden debe ser id, -id, nombre, -nombre, monto, -monto, anio, -anio, avance, -avance, termino, -termino, corte, -corte, pagoAdelantado, -pagoAdelantado, crecimientoContratos, -crecimientoContratos o relevancia."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    summarizeSeguimiento: {
        parameters: {
            query: {
                /**
                 * @description Qué se agrupa.
                 * @example dependencia
                 */
                por: "municipio" | "dependencia" | "ejercicioFiscal" | "estatus" | "tipoProyecto";
                /** @description Sólo las obras de estos municipios. Hasta 100 valores, con comas o el parámetro repetido. */
                municipioId?: components["parameters"]["municipioId"];
                /** @description Sólo las obras con estos estatus. Hasta 100 valores, con comas o el parámetro repetido. */
                estatusObraId?: components["parameters"]["estatusObraId"];
                /** @description Sólo las obras de estos ejercicios fiscales. Hasta 100 valores, con comas o el parámetro repetido. */
                ejercicioFiscalId?: components["parameters"]["ejercicioFiscalId"];
                /** @description Sólo las obras de estas dependencias. Hasta 100 valores, con comas o el parámetro repetido. */
                dependenciaId?: components["parameters"]["dependenciaId"];
                /** @description Sólo las obras de estos tipos de proyecto. Hasta 100 valores, con comas o el parámetro repetido. */
                tipoProyectoId?: components["parameters"]["tipoProyectoId"];
                /** @description Sólo las obras de este monto o más (MXN). */
                montoMin?: components["parameters"]["montoMin"];
                /** @description Sólo las obras de este monto o menos (MXN). */
                montoMax?: components["parameters"]["montoMax"];
                /** @description Palabras que aparecen, todas, en nombre, claveUnica, descripcion o los textos de una ubicación, por ejemplo «pavimentacion merida»; sin distinguir acentos ni mayúsculas. Un número de hasta cuatro cifras se busca entero, y no en claveUnica: con «calle 60» se encuentra «C. 60 × 61», no «1450GYR0060» ni «89.603». Una claveUnica entera, como «0042», siempre se encuentra. */
                q?: components["parameters"]["q"];
                /** @description Sólo las obras con una ubicación que toca el rectángulo minLon,minLat,maxLon,maxLat (grados, WGS 84), por ejemplo -89.75,20.85,-89.50,21.10. */
                bbox?: components["parameters"]["bbox"];
                /** @description Con true, sólo las favoritas de quien pregunta, según su token; sin él, 401. */
                favoritas?: components["parameters"]["favoritas"];
                /** @description Sólo las obras de ejercicios fiscales de este año o anteriores. */
                anioMax?: components["parameters"]["anioMax"];
                /** @description Con true, sólo las obras sin ubicaciones. */
                sinUbicacion?: components["parameters"]["sinUbicacion"];
                /** @description Con true, sólo las obras con una ubicación a más de 1 km del municipio que se indica en ella. */
                fueraDeMunicipio?: components["parameters"]["fueraDeMunicipio"];
                /** @description Sólo las obras que se registraron ese día o después, según la bitácora: AAAA-MM-DD, hora de Mérida. */
                registradaDesde?: components["parameters"]["registradaDesde"];
                /** @description Con true, sólo las obras que registró quien pregunta, según su token y la bitácora; sin token, 401. */
                registradaPorMi?: components["parameters"]["registradaPorMi"];
                /** @description Sólo las obras cuyo monto creció o bajó más de este porcentaje desde que se registraron, según la bitácora. Sólo para administradores. */
                variacionMonto?: components["parameters"]["variacionMonto"];
                /** @description Sólo las obras con este avance físico o más, en por ciento. */
                avanceMin?: components["parameters"]["avanceMin"];
                /** @description Sólo las obras con este avance físico o menos, en por ciento; no las que nada han reportado. */
                avanceMax?: components["parameters"]["avanceMax"];
                /** @description Con true, sólo las obras de las que se ha reportado algo construido o pagado. */
                conAvance?: components["parameters"]["conAvance"];
                /** @description Con true, sólo las obras abiertas cuya fecha de término vigente ya pasó, hoy en Mérida, sin que se haya dicho que terminaron. */
                atrasadas?: components["parameters"]["atrasadas"];
                /** @description Sólo las obras empezadas sin un avance con corte ese día o después: AAAA-MM-DD. Empezadas son las abiertas que están en proceso o suspendidas, o de las que se ha dicho algo construido, algo pagado o cuándo empezaron. Abiertas son las que no están terminadas ni canceladas. */
                sinReporteDesde?: components["parameters"]["sinReporteDesde"];
                /** @description Palabras que aparecen, todas, en el nombre de una de las empresas que la construyen por contrato; sin distinguir acentos ni mayúsculas. */
                contratista?: components["parameters"]["contratista"];
                /** @description Sólo las obras abiertas y sin terminar en que lo pagado, en por ciento de sus contratos vigentes o, sin ellos, del monto de la obra, rebasa al avance físico en más de estos puntos. */
                pagoAdelantado?: components["parameters"]["pagoAdelantado"];
                /** @description Sólo las obras cuyos contratos de obra suman, con sus convenios, más de este porcentaje por encima de lo que se firmó. */
                crecimientoContratos?: components["parameters"]["crecimientoContratos"];
                /** @description Con true, sólo las obras que parecen estar registradas dos veces: de la misma dependencia y el mismo ejercicio, con nombres parecidos y los mismos números en ellos, y con el mismo monto o a menos de 100 m. Sólo para administradores. */
                posibleDuplicada?: components["parameters"]["posibleDuplicada"];
            };
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Quién reporta y quién no, qué va atrasado y cuánto se ha pagado, por grupo */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "por": "dependencia",
                     *       "corteEsperado": "2026-09-30",
                     *       "total": {
                     *         "obras": 12,
                     *         "abiertas": 9,
                     *         "empezadas": 7,
                     *         "alCorriente": 5,
                     *         "sinAvances": 2,
                     *         "atrasadas": 3,
                     *         "monto": 18450000.5,
                     *         "montoContratado": 18450000.5,
                     *         "montoVigente": 18450000.5,
                     *         "montoPagado": 18450000.5
                     *       },
                     *       "grupos": [
                     *         {
                     *           "id": 1,
                     *           "nombre": "Secretaría de Obras Públicas",
                     *           "obras": 12,
                     *           "abiertas": 9,
                     *           "empezadas": 7,
                     *           "alCorriente": 5,
                     *           "sinAvances": 2,
                     *           "atrasadas": 3,
                     *           "monto": 18450000.5,
                     *           "montoContratado": 18450000.5,
                     *           "montoVigente": 18450000.5,
                     *           "montoPagado": 18450000.5
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ResumenDeSeguimiento"];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "por debe ser municipio, dependencia, ejercicioFiscal, estatus o tipoProyecto.",
                     *         "municipioId debe ser un número entero.",
                     *         "estatusObraId debe ser un número entero.",
                     *         "ejercicioFiscalId debe ser un número entero.",
                     *         "dependenciaId debe ser un número entero.",
                     *         "tipoProyectoId debe ser un número entero.",
                     *         "montoMin debe ser una cantidad de 0 a 9,999,999,999,999.99, escrita sin comas y con dos decimales a lo más.",
                     *         "montoMax debe ser una cantidad de 0 a 9,999,999,999,999.99, escrita sin comas y con dos decimales a lo más.",
                     *         "bbox debe tener la forma minLon,minLat,maxLon,maxLat en grados, con cada mínimo no mayor que su máximo.",
                     *         "favoritas sólo admite el valor true.",
                     *         "anioMax debe ser un número entero.",
                     *         "sinUbicacion sólo admite el valor true.",
                     *         "fueraDeMunicipio sólo admite el valor true.",
                     *         "registradaDesde debe ser una fecha, por ejemplo 2026-01-31.",
                     *         "registradaPorMi sólo admite el valor true.",
                     *         "variacionMonto debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más.",
                     *         "avanceMin debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "avanceMax debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "conAvance sólo admite el valor true.",
                     *         "atrasadas sólo admite el valor true.",
                     *         "sinReporteDesde debe ser una fecha, por ejemplo 2026-01-31.",
                     *         "pagoAdelantado debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "crecimientoContratos debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más.",
                     *         "posibleDuplicada sólo admite el valor true."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    listContratosDeTodas: {
        parameters: {
            query?: {
                /** @description Sólo las obras de estos municipios. Hasta 100 valores, con comas o el parámetro repetido. */
                municipioId?: components["parameters"]["municipioId"];
                /** @description Sólo las obras con estos estatus. Hasta 100 valores, con comas o el parámetro repetido. */
                estatusObraId?: components["parameters"]["estatusObraId"];
                /** @description Sólo las obras de estos ejercicios fiscales. Hasta 100 valores, con comas o el parámetro repetido. */
                ejercicioFiscalId?: components["parameters"]["ejercicioFiscalId"];
                /** @description Sólo las obras de estas dependencias. Hasta 100 valores, con comas o el parámetro repetido. */
                dependenciaId?: components["parameters"]["dependenciaId"];
                /** @description Sólo las obras de estos tipos de proyecto. Hasta 100 valores, con comas o el parámetro repetido. */
                tipoProyectoId?: components["parameters"]["tipoProyectoId"];
                /** @description Sólo las obras de este monto o más (MXN). */
                montoMin?: components["parameters"]["montoMin"];
                /** @description Sólo las obras de este monto o menos (MXN). */
                montoMax?: components["parameters"]["montoMax"];
                /** @description Palabras que aparecen, todas, en nombre, claveUnica, descripcion o los textos de una ubicación, por ejemplo «pavimentacion merida»; sin distinguir acentos ni mayúsculas. Un número de hasta cuatro cifras se busca entero, y no en claveUnica: con «calle 60» se encuentra «C. 60 × 61», no «1450GYR0060» ni «89.603». Una claveUnica entera, como «0042», siempre se encuentra. */
                q?: components["parameters"]["q"];
                /** @description Sólo las obras con una ubicación que toca el rectángulo minLon,minLat,maxLon,maxLat (grados, WGS 84), por ejemplo -89.75,20.85,-89.50,21.10. */
                bbox?: components["parameters"]["bbox"];
                /** @description Con true, sólo las favoritas de quien pregunta, según su token; sin él, 401. */
                favoritas?: components["parameters"]["favoritas"];
                /** @description Sólo las obras de ejercicios fiscales de este año o anteriores. */
                anioMax?: components["parameters"]["anioMax"];
                /** @description Con true, sólo las obras sin ubicaciones. */
                sinUbicacion?: components["parameters"]["sinUbicacion"];
                /** @description Con true, sólo las obras con una ubicación a más de 1 km del municipio que se indica en ella. */
                fueraDeMunicipio?: components["parameters"]["fueraDeMunicipio"];
                /** @description Sólo las obras que se registraron ese día o después, según la bitácora: AAAA-MM-DD, hora de Mérida. */
                registradaDesde?: components["parameters"]["registradaDesde"];
                /** @description Con true, sólo las obras que registró quien pregunta, según su token y la bitácora; sin token, 401. */
                registradaPorMi?: components["parameters"]["registradaPorMi"];
                /** @description Sólo las obras cuyo monto creció o bajó más de este porcentaje desde que se registraron, según la bitácora. Sólo para administradores. */
                variacionMonto?: components["parameters"]["variacionMonto"];
                /** @description Sólo las obras con este avance físico o más, en por ciento. */
                avanceMin?: components["parameters"]["avanceMin"];
                /** @description Sólo las obras con este avance físico o menos, en por ciento; no las que nada han reportado. */
                avanceMax?: components["parameters"]["avanceMax"];
                /** @description Con true, sólo las obras de las que se ha reportado algo construido o pagado. */
                conAvance?: components["parameters"]["conAvance"];
                /** @description Con true, sólo las obras abiertas cuya fecha de término vigente ya pasó, hoy en Mérida, sin que se haya dicho que terminaron. */
                atrasadas?: components["parameters"]["atrasadas"];
                /** @description Sólo las obras empezadas sin un avance con corte ese día o después: AAAA-MM-DD. Empezadas son las abiertas que están en proceso o suspendidas, o de las que se ha dicho algo construido, algo pagado o cuándo empezaron. Abiertas son las que no están terminadas ni canceladas. */
                sinReporteDesde?: components["parameters"]["sinReporteDesde"];
                /** @description Sólo las obras abiertas y sin terminar en que lo pagado, en por ciento de sus contratos vigentes o, sin ellos, del monto de la obra, rebasa al avance físico en más de estos puntos. */
                pagoAdelantado?: components["parameters"]["pagoAdelantado"];
                /** @description Sólo las obras cuyos contratos de obra suman, con sus convenios, más de este porcentaje por encima de lo que se firmó. */
                crecimientoContratos?: components["parameters"]["crecimientoContratos"];
                /** @description Con true, sólo las obras que parecen estar registradas dos veces: de la misma dependencia y el mismo ejercicio, con nombres parecidos y los mismos números en ellos, y con el mismo monto o a menos de 100 m. Sólo para administradores. */
                posibleDuplicada?: components["parameters"]["posibleDuplicada"];
                /** @description Palabras que aparecen, todas, en el nombre del contratista. */
                contratista?: string;
                /** @description RFC del contratista, entero. */
                contratistaRfc?: components["parameters"]["contratistaRfc"];
                /** @description Cómo se adjudicó. */
                procedimiento?: components["parameters"]["procedimiento"];
                /** @description Contratos por página. */
                limit?: number;
                /** @description El que trae el encabezado Link: rel="next". */
                cursor?: components["parameters"]["cursor"];
            };
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Los contratos de todas las obras, por páginas */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    /** @description Cuántos contratos los cumplen. */
                    "X-Total-Count"?: number;
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "contratoId": 1,
                     *         "obraId": 1,
                     *         "claveUnica": "SOP-2026-0001",
                     *         "nombre": "Pavimentación de la calle 60",
                     *         "dependencia": "Secretaría de Obras Públicas",
                     *         "numero": "SOP-LP-014-2026",
                     *         "naturaleza": "OBRA",
                     *         "procedimiento": "LICITACION_PUBLICA",
                     *         "numeroProponentes": 4,
                     *         "objeto": "Pavimentación con concreto hidráulico de la calle 60.",
                     *         "contratista": "Constructora del Mayab, S.A. de C.V.",
                     *         "contratistaRfc": "CMA010203AB4",
                     *         "ocid": "ocds-07smqs-2741113",
                     *         "url": "https://compras.ejemplo.gob.mx/SOP-LP-014-2026",
                     *         "fechaFirma": "2026-01-20",
                     *         "fechaInicio": "2026-02-01",
                     *         "fechaTermino": "2026-10-31",
                     *         "fechaTerminoVigente": "2026-12-15",
                     *         "monto": 1180000,
                     *         "anticipo": 354000,
                     *         "montoVigente": 1200000,
                     *         "variacionMonto": 11.44,
                     *         "convenios": 1,
                     *         "terminacion": "CONCLUIDO",
                     *         "fechaTerminacion": "2026-11-20",
                     *         "montoFinal": 1315000.5,
                     *         "fechaEntregaRecepcion": "2026-11-23",
                     *         "motivoTerminacion": "Se ejecutó todo el alcance."
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["FilaDeContrato"][];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "municipioId debe ser un número entero.",
                     *         "estatusObraId debe ser un número entero.",
                     *         "ejercicioFiscalId debe ser un número entero.",
                     *         "dependenciaId debe ser un número entero.",
                     *         "tipoProyectoId debe ser un número entero.",
                     *         "montoMin debe ser una cantidad de 0 a 9,999,999,999,999.99, escrita sin comas y con dos decimales a lo más.",
                     *         "montoMax debe ser una cantidad de 0 a 9,999,999,999,999.99, escrita sin comas y con dos decimales a lo más.",
                     *         "bbox debe tener la forma minLon,minLat,maxLon,maxLat en grados, con cada mínimo no mayor que su máximo.",
                     *         "favoritas sólo admite el valor true.",
                     *         "anioMax debe ser un número entero.",
                     *         "sinUbicacion sólo admite el valor true.",
                     *         "fueraDeMunicipio sólo admite el valor true.",
                     *         "registradaDesde debe ser una fecha, por ejemplo 2026-01-31.",
                     *         "registradaPorMi sólo admite el valor true.",
                     *         "variacionMonto debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más.",
                     *         "avanceMin debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "avanceMax debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "conAvance sólo admite el valor true.",
                     *         "atrasadas sólo admite el valor true.",
                     *         "sinReporteDesde debe ser una fecha, por ejemplo 2026-01-31.",
                     *         "pagoAdelantado debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "crecimientoContratos debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más.",
                     *         "posibleDuplicada sólo admite el valor true.",
                     *         "procedimiento debe ser LICITACION_PUBLICA, INVITACION o ADJUDICACION_DIRECTA.",
                     *         "limit debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    exportContratosCsv: {
        parameters: {
            query?: {
                /** @description Sólo las obras de estos municipios. Hasta 100 valores, con comas o el parámetro repetido. */
                municipioId?: components["parameters"]["municipioId"];
                /** @description Sólo las obras con estos estatus. Hasta 100 valores, con comas o el parámetro repetido. */
                estatusObraId?: components["parameters"]["estatusObraId"];
                /** @description Sólo las obras de estos ejercicios fiscales. Hasta 100 valores, con comas o el parámetro repetido. */
                ejercicioFiscalId?: components["parameters"]["ejercicioFiscalId"];
                /** @description Sólo las obras de estas dependencias. Hasta 100 valores, con comas o el parámetro repetido. */
                dependenciaId?: components["parameters"]["dependenciaId"];
                /** @description Sólo las obras de estos tipos de proyecto. Hasta 100 valores, con comas o el parámetro repetido. */
                tipoProyectoId?: components["parameters"]["tipoProyectoId"];
                /** @description Sólo las obras de este monto o más (MXN). */
                montoMin?: components["parameters"]["montoMin"];
                /** @description Sólo las obras de este monto o menos (MXN). */
                montoMax?: components["parameters"]["montoMax"];
                /** @description Palabras que aparecen, todas, en nombre, claveUnica, descripcion o los textos de una ubicación, por ejemplo «pavimentacion merida»; sin distinguir acentos ni mayúsculas. Un número de hasta cuatro cifras se busca entero, y no en claveUnica: con «calle 60» se encuentra «C. 60 × 61», no «1450GYR0060» ni «89.603». Una claveUnica entera, como «0042», siempre se encuentra. */
                q?: components["parameters"]["q"];
                /** @description Sólo las obras con una ubicación que toca el rectángulo minLon,minLat,maxLon,maxLat (grados, WGS 84), por ejemplo -89.75,20.85,-89.50,21.10. */
                bbox?: components["parameters"]["bbox"];
                /** @description Con true, sólo las favoritas de quien pregunta, según su token; sin él, 401. */
                favoritas?: components["parameters"]["favoritas"];
                /** @description Sólo las obras de ejercicios fiscales de este año o anteriores. */
                anioMax?: components["parameters"]["anioMax"];
                /** @description Con true, sólo las obras sin ubicaciones. */
                sinUbicacion?: components["parameters"]["sinUbicacion"];
                /** @description Con true, sólo las obras con una ubicación a más de 1 km del municipio que se indica en ella. */
                fueraDeMunicipio?: components["parameters"]["fueraDeMunicipio"];
                /** @description Sólo las obras que se registraron ese día o después, según la bitácora: AAAA-MM-DD, hora de Mérida. */
                registradaDesde?: components["parameters"]["registradaDesde"];
                /** @description Con true, sólo las obras que registró quien pregunta, según su token y la bitácora; sin token, 401. */
                registradaPorMi?: components["parameters"]["registradaPorMi"];
                /** @description Sólo las obras cuyo monto creció o bajó más de este porcentaje desde que se registraron, según la bitácora. Sólo para administradores. */
                variacionMonto?: components["parameters"]["variacionMonto"];
                /** @description Sólo las obras con este avance físico o más, en por ciento. */
                avanceMin?: components["parameters"]["avanceMin"];
                /** @description Sólo las obras con este avance físico o menos, en por ciento; no las que nada han reportado. */
                avanceMax?: components["parameters"]["avanceMax"];
                /** @description Con true, sólo las obras de las que se ha reportado algo construido o pagado. */
                conAvance?: components["parameters"]["conAvance"];
                /** @description Con true, sólo las obras abiertas cuya fecha de término vigente ya pasó, hoy en Mérida, sin que se haya dicho que terminaron. */
                atrasadas?: components["parameters"]["atrasadas"];
                /** @description Sólo las obras empezadas sin un avance con corte ese día o después: AAAA-MM-DD. Empezadas son las abiertas que están en proceso o suspendidas, o de las que se ha dicho algo construido, algo pagado o cuándo empezaron. Abiertas son las que no están terminadas ni canceladas. */
                sinReporteDesde?: components["parameters"]["sinReporteDesde"];
                /** @description Sólo las obras abiertas y sin terminar en que lo pagado, en por ciento de sus contratos vigentes o, sin ellos, del monto de la obra, rebasa al avance físico en más de estos puntos. */
                pagoAdelantado?: components["parameters"]["pagoAdelantado"];
                /** @description Sólo las obras cuyos contratos de obra suman, con sus convenios, más de este porcentaje por encima de lo que se firmó. */
                crecimientoContratos?: components["parameters"]["crecimientoContratos"];
                /** @description Con true, sólo las obras que parecen estar registradas dos veces: de la misma dependencia y el mismo ejercicio, con nombres parecidos y los mismos números en ellos, y con el mismo monto o a menos de 100 m. Sólo para administradores. */
                posibleDuplicada?: components["parameters"]["posibleDuplicada"];
                /** @description Palabras que aparecen, todas, en el nombre del contratista. */
                contratista?: string;
                /** @description RFC del contratista, entero. */
                contratistaRfc?: components["parameters"]["contratistaRfc"];
                /** @description Cómo se adjudicó. */
                procedimiento?: components["parameters"]["procedimiento"];
            };
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Los contratos de todas las obras, como CSV */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example claveUnica,nombre,dependencia,numero… */
                    "text/csv": string;
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "municipioId debe ser un número entero.",
                     *         "estatusObraId debe ser un número entero.",
                     *         "ejercicioFiscalId debe ser un número entero.",
                     *         "dependenciaId debe ser un número entero.",
                     *         "tipoProyectoId debe ser un número entero.",
                     *         "montoMin debe ser una cantidad de 0 a 9,999,999,999,999.99, escrita sin comas y con dos decimales a lo más.",
                     *         "montoMax debe ser una cantidad de 0 a 9,999,999,999,999.99, escrita sin comas y con dos decimales a lo más.",
                     *         "bbox debe tener la forma minLon,minLat,maxLon,maxLat en grados, con cada mínimo no mayor que su máximo.",
                     *         "favoritas sólo admite el valor true.",
                     *         "anioMax debe ser un número entero.",
                     *         "sinUbicacion sólo admite el valor true.",
                     *         "fueraDeMunicipio sólo admite el valor true.",
                     *         "registradaDesde debe ser una fecha, por ejemplo 2026-01-31.",
                     *         "registradaPorMi sólo admite el valor true.",
                     *         "variacionMonto debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más.",
                     *         "avanceMin debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "avanceMax debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "conAvance sólo admite el valor true.",
                     *         "atrasadas sólo admite el valor true.",
                     *         "sinReporteDesde debe ser una fecha, por ejemplo 2026-01-31.",
                     *         "pagoAdelantado debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "crecimientoContratos debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más.",
                     *         "posibleDuplicada sólo admite el valor true.",
                     *         "procedimiento debe ser LICITACION_PUBLICA, INVITACION o ADJUDICACION_DIRECTA."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    exportContratosXlsx: {
        parameters: {
            query?: {
                /** @description Sólo las obras de estos municipios. Hasta 100 valores, con comas o el parámetro repetido. */
                municipioId?: components["parameters"]["municipioId"];
                /** @description Sólo las obras con estos estatus. Hasta 100 valores, con comas o el parámetro repetido. */
                estatusObraId?: components["parameters"]["estatusObraId"];
                /** @description Sólo las obras de estos ejercicios fiscales. Hasta 100 valores, con comas o el parámetro repetido. */
                ejercicioFiscalId?: components["parameters"]["ejercicioFiscalId"];
                /** @description Sólo las obras de estas dependencias. Hasta 100 valores, con comas o el parámetro repetido. */
                dependenciaId?: components["parameters"]["dependenciaId"];
                /** @description Sólo las obras de estos tipos de proyecto. Hasta 100 valores, con comas o el parámetro repetido. */
                tipoProyectoId?: components["parameters"]["tipoProyectoId"];
                /** @description Sólo las obras de este monto o más (MXN). */
                montoMin?: components["parameters"]["montoMin"];
                /** @description Sólo las obras de este monto o menos (MXN). */
                montoMax?: components["parameters"]["montoMax"];
                /** @description Palabras que aparecen, todas, en nombre, claveUnica, descripcion o los textos de una ubicación, por ejemplo «pavimentacion merida»; sin distinguir acentos ni mayúsculas. Un número de hasta cuatro cifras se busca entero, y no en claveUnica: con «calle 60» se encuentra «C. 60 × 61», no «1450GYR0060» ni «89.603». Una claveUnica entera, como «0042», siempre se encuentra. */
                q?: components["parameters"]["q"];
                /** @description Sólo las obras con una ubicación que toca el rectángulo minLon,minLat,maxLon,maxLat (grados, WGS 84), por ejemplo -89.75,20.85,-89.50,21.10. */
                bbox?: components["parameters"]["bbox"];
                /** @description Con true, sólo las favoritas de quien pregunta, según su token; sin él, 401. */
                favoritas?: components["parameters"]["favoritas"];
                /** @description Sólo las obras de ejercicios fiscales de este año o anteriores. */
                anioMax?: components["parameters"]["anioMax"];
                /** @description Con true, sólo las obras sin ubicaciones. */
                sinUbicacion?: components["parameters"]["sinUbicacion"];
                /** @description Con true, sólo las obras con una ubicación a más de 1 km del municipio que se indica en ella. */
                fueraDeMunicipio?: components["parameters"]["fueraDeMunicipio"];
                /** @description Sólo las obras que se registraron ese día o después, según la bitácora: AAAA-MM-DD, hora de Mérida. */
                registradaDesde?: components["parameters"]["registradaDesde"];
                /** @description Con true, sólo las obras que registró quien pregunta, según su token y la bitácora; sin token, 401. */
                registradaPorMi?: components["parameters"]["registradaPorMi"];
                /** @description Sólo las obras cuyo monto creció o bajó más de este porcentaje desde que se registraron, según la bitácora. Sólo para administradores. */
                variacionMonto?: components["parameters"]["variacionMonto"];
                /** @description Sólo las obras con este avance físico o más, en por ciento. */
                avanceMin?: components["parameters"]["avanceMin"];
                /** @description Sólo las obras con este avance físico o menos, en por ciento; no las que nada han reportado. */
                avanceMax?: components["parameters"]["avanceMax"];
                /** @description Con true, sólo las obras de las que se ha reportado algo construido o pagado. */
                conAvance?: components["parameters"]["conAvance"];
                /** @description Con true, sólo las obras abiertas cuya fecha de término vigente ya pasó, hoy en Mérida, sin que se haya dicho que terminaron. */
                atrasadas?: components["parameters"]["atrasadas"];
                /** @description Sólo las obras empezadas sin un avance con corte ese día o después: AAAA-MM-DD. Empezadas son las abiertas que están en proceso o suspendidas, o de las que se ha dicho algo construido, algo pagado o cuándo empezaron. Abiertas son las que no están terminadas ni canceladas. */
                sinReporteDesde?: components["parameters"]["sinReporteDesde"];
                /** @description Sólo las obras abiertas y sin terminar en que lo pagado, en por ciento de sus contratos vigentes o, sin ellos, del monto de la obra, rebasa al avance físico en más de estos puntos. */
                pagoAdelantado?: components["parameters"]["pagoAdelantado"];
                /** @description Sólo las obras cuyos contratos de obra suman, con sus convenios, más de este porcentaje por encima de lo que se firmó. */
                crecimientoContratos?: components["parameters"]["crecimientoContratos"];
                /** @description Con true, sólo las obras que parecen estar registradas dos veces: de la misma dependencia y el mismo ejercicio, con nombres parecidos y los mismos números en ellos, y con el mismo monto o a menos de 100 m. Sólo para administradores. */
                posibleDuplicada?: components["parameters"]["posibleDuplicada"];
                /** @description Palabras que aparecen, todas, en el nombre del contratista. */
                contratista?: string;
                /** @description RFC del contratista, entero. */
                contratistaRfc?: components["parameters"]["contratistaRfc"];
                /** @description Cómo se adjudicó. */
                procedimiento?: components["parameters"]["procedimiento"];
            };
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Los contratos de todas las obras, como hoja de Excel */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example PK… */
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "municipioId debe ser un número entero.",
                     *         "estatusObraId debe ser un número entero.",
                     *         "ejercicioFiscalId debe ser un número entero.",
                     *         "dependenciaId debe ser un número entero.",
                     *         "tipoProyectoId debe ser un número entero.",
                     *         "montoMin debe ser una cantidad de 0 a 9,999,999,999,999.99, escrita sin comas y con dos decimales a lo más.",
                     *         "montoMax debe ser una cantidad de 0 a 9,999,999,999,999.99, escrita sin comas y con dos decimales a lo más.",
                     *         "bbox debe tener la forma minLon,minLat,maxLon,maxLat en grados, con cada mínimo no mayor que su máximo.",
                     *         "favoritas sólo admite el valor true.",
                     *         "anioMax debe ser un número entero.",
                     *         "sinUbicacion sólo admite el valor true.",
                     *         "fueraDeMunicipio sólo admite el valor true.",
                     *         "registradaDesde debe ser una fecha, por ejemplo 2026-01-31.",
                     *         "registradaPorMi sólo admite el valor true.",
                     *         "variacionMonto debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más.",
                     *         "avanceMin debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "avanceMax debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "conAvance sólo admite el valor true.",
                     *         "atrasadas sólo admite el valor true.",
                     *         "sinReporteDesde debe ser una fecha, por ejemplo 2026-01-31.",
                     *         "pagoAdelantado debe ser un porcentaje de 0 a 100, con dos decimales a lo más.",
                     *         "crecimientoContratos debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más.",
                     *         "posibleDuplicada sólo admite el valor true.",
                     *         "procedimiento debe ser LICITACION_PUBLICA, INVITACION o ADJUDICACION_DIRECTA."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    findSeguimiento: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path: {
                /**
                 * @description Identificador de la obra.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description El seguimiento de una obra: cómo va, para cuándo era, quién la construye y por cuánto */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "obraId": 1,
                     *       "avance": {
                     *         "id": 1,
                     *         "fechaCorte": "2026-06-30",
                     *         "avanceFisico": 45.5,
                     *         "montoPagado": 1200000,
                     *         "causaAtraso": "CLIMA",
                     *         "observaciones": "Se terminó la cimentación.",
                     *         "avanceFinanciero": 91.5,
                     *         "creadoEn": "2026-07-05T15:30:00.000Z",
                     *         "actualizadoEn": "2026-07-05T15:30:00.000Z"
                     *       },
                     *       "pagado": {
                     *         "montoPagado": 1200000,
                     *         "fechaCorte": "2026-06-30",
                     *         "avanceFinanciero": 91.5
                     *       },
                     *       "programa": {
                     *         "version": 1,
                     *         "fechaInicio": "2026-02-01",
                     *         "fechaTermino": "2026-12-15",
                     *         "motivo": "Las lluvias de junio detuvieron la obra.",
                     *         "curva": [
                     *           {
                     *             "fecha": "2026-06-30",
                     *             "avanceFisico": 45.5
                     *           }
                     *         ],
                     *         "creadoEn": "2026-07-05T15:30:00.000Z"
                     *       },
                     *       "base": {
                     *         "version": 1,
                     *         "fechaInicio": "2026-02-01",
                     *         "fechaTermino": "2026-12-15",
                     *         "motivo": "Las lluvias de junio detuvieron la obra.",
                     *         "curva": [
                     *           {
                     *             "fecha": "2026-06-30",
                     *             "avanceFisico": 45.5
                     *           }
                     *         ],
                     *         "creadoEn": "2026-07-05T15:30:00.000Z"
                     *       },
                     *       "ejecucion": {
                     *         "fechaInicioReal": "2026-02-10",
                     *         "fechaTerminoReal": "2026-11-20",
                     *         "fechaEntregaRecepcion": "2026-11-23",
                     *         "montoFinal": 1315000.5,
                     *         "alcanceFinal": "1.2 km de pavimento hidráulico.",
                     *         "motivoVariacion": "Se agregó el drenaje pluvial."
                     *       },
                     *       "contratos": [
                     *         {
                     *           "id": 1,
                     *           "numero": "SOP-LP-014-2026",
                     *           "naturaleza": "OBRA",
                     *           "procedimiento": "LICITACION_PUBLICA",
                     *           "numeroProponentes": 4,
                     *           "objeto": "Pavimentación con concreto hidráulico de la calle 60.",
                     *           "contratista": "Constructora del Mayab, S.A. de C.V.",
                     *           "contratistaRfc": "CMA010203AB4",
                     *           "ocid": "ocds-07smqs-2741113",
                     *           "url": "https://compras.ejemplo.gob.mx/SOP-LP-014-2026",
                     *           "monto": 1180000,
                     *           "anticipo": 354000,
                     *           "fechaFirma": "2026-01-20",
                     *           "fechaInicio": "2026-02-01",
                     *           "fechaTermino": "2026-10-31",
                     *           "terminacion": "CONCLUIDO",
                     *           "fechaTerminacion": "2026-11-20",
                     *           "montoFinal": 1315000.5,
                     *           "fechaEntregaRecepcion": "2026-11-23",
                     *           "motivoTerminacion": "Se ejecutó todo el alcance.",
                     *           "montoVigente": 1315000.5,
                     *           "fechaTerminoVigente": "2026-12-15",
                     *           "variacionMonto": 11.44,
                     *           "variacionPlazo": 45,
                     *           "convenios": [
                     *             {
                     *               "id": 1,
                     *               "orden": 1,
                     *               "fecha": "2026-08-15",
                     *               "montoNuevo": 1315000.5,
                     *               "fechaTerminoNueva": "2026-12-15",
                     *               "alcance": "Drenaje pluvial entre las calles 61 y 65.",
                     *               "justificacion": "Volúmenes adicionales por suelo rocoso."
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "avances": [
                     *         {
                     *           "id": 1,
                     *           "fechaCorte": "2026-06-30",
                     *           "avanceFisico": 45.5,
                     *           "montoPagado": 1200000,
                     *           "causaAtraso": "CLIMA",
                     *           "observaciones": "Se terminó la cimentación.",
                     *           "avanceFinanciero": 91.5,
                     *           "creadoEn": "2026-07-05T15:30:00.000Z",
                     *           "actualizadoEn": "2026-07-05T15:30:00.000Z"
                     *         }
                     *       ],
                     *       "atraso": {
                     *         "fechaTerminoBase": "2026-10-31",
                     *         "fechaTerminoVigente": "2026-12-15",
                     *         "diasAtraso": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SeguimientoDeObra"];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Obra 99 no encontrada.",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    listAvances: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path: {
                /**
                 * @description Identificador de la obra.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Los avances de una obra, por fecha de corte */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "fechaCorte": "2026-06-30",
                     *         "avanceFisico": 45.5,
                     *         "montoPagado": 1200000,
                     *         "causaAtraso": "CLIMA",
                     *         "observaciones": "Se terminó la cimentación.",
                     *         "avanceFinanciero": 91.5,
                     *         "creadoEn": "2026-07-05T15:30:00.000Z",
                     *         "actualizadoEn": "2026-07-05T15:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Avance"][];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Obra 99 no encontrada.",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    createAvance: {
        parameters: {
            query?: never;
            header?: {
                /** @description Clave nueva para cada alta, por ejemplo un UUID. Si la respuesta se pierde, la misma solicitud con la misma clave recibe, durante 24 horas, la primera respuesta con Idempotency-Replayed: true en lugar de crear otro registro. La misma clave con otra solicitud: 422; mientras la primera sigue en curso: 409. */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path: {
                /**
                 * @description Identificador de la obra.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "fechaCorte": "2026-06-30",
                 *       "avanceFisico": 45.5,
                 *       "montoPagado": 1200000,
                 *       "causaAtraso": "CLIMA",
                 *       "observaciones": "Se terminó la cimentación."
                 *     }
                 */
                "application/json": components["schemas"]["NuevoAvance"];
            };
        };
        responses: {
            /** @description Registra un avance de una obra */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "fechaCorte": "2026-06-30",
                     *       "avanceFisico": 45.5,
                     *       "montoPagado": 1200000,
                     *       "causaAtraso": "CLIMA",
                     *       "observaciones": "Se terminó la cimentación.",
                     *       "avanceFinanciero": 91.5,
                     *       "creadoEn": "2026-07-05T15:30:00.000Z",
                     *       "actualizadoEn": "2026-07-05T15:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Avance"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero.",
                     *         "fechaCorte es obligatorio.",
                     *         "avanceFisico es obligatorio."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Obra 99 no encontrada.",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description Conflicto */
            409: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 409,
                     *       "message": "Ya hay un avance con corte al 30 de junio de 2026.",
                     *       "error": "Conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            413: components["responses"]["DemasiadoGrande"];
            415: components["responses"]["TipoDeContenido"];
            422: components["responses"]["ClaveUsada"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    findAvance: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path: {
                /**
                 * @description Identificador de la obra.
                 * @example 1
                 */
                id: number;
                /**
                 * @description Identificador del avance.
                 * @example 1
                 */
                avanceId: components["parameters"]["avanceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Un avance de una obra */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "fechaCorte": "2026-06-30",
                     *       "avanceFisico": 45.5,
                     *       "montoPagado": 1200000,
                     *       "causaAtraso": "CLIMA",
                     *       "observaciones": "Se terminó la cimentación.",
                     *       "avanceFinanciero": 91.5,
                     *       "creadoEn": "2026-07-05T15:30:00.000Z",
                     *       "actualizadoEn": "2026-07-05T15:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Avance"];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero.",
                     *         "avanceId debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Avance 99 no encontrado.",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    deleteAvance: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo consultado: si el registro ha cambiado, 412. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                /**
                 * @description Identificador de la obra.
                 * @example 1
                 */
                id: number;
                /**
                 * @description Identificador del avance.
                 * @example 1
                 */
                avanceId: components["parameters"]["avanceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Elimina un avance de una obra */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "El avance se eliminó."
                     *     }
                     */
                    "application/json": components["schemas"]["Mensaje"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero.",
                     *         "avanceId debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Avance 99 no encontrado.",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description Conflicto */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 409,
                     *       "message": "Sin lo que este avance dice, en el del 30 de junio de 2026 el avance físico baja de 40.50 % a 30.00 % sin que se explique; escriba antes en las observaciones de aquél por qué.",
                     *       "error": "Conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            412: components["responses"]["Cambio"];
            413: components["responses"]["DemasiadoGrande"];
            415: components["responses"]["TipoDeContenido"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    updateAvance: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo consultado: si el registro ha cambiado, 412. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                /**
                 * @description Identificador de la obra.
                 * @example 1
                 */
                id: number;
                /**
                 * @description Identificador del avance.
                 * @example 1
                 */
                avanceId: components["parameters"]["avanceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "fechaCorte": "2026-06-30",
                 *       "avanceFisico": 45.5,
                 *       "montoPagado": 1200000,
                 *       "causaAtraso": "CLIMA",
                 *       "observaciones": "Se terminó la cimentación."
                 *     }
                 */
                "application/json": components["schemas"]["CambiosAvance"];
            };
        };
        responses: {
            /** @description Cambia los campos indicados de un avance de una obra */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "fechaCorte": "2026-06-30",
                     *       "avanceFisico": 45.5,
                     *       "montoPagado": 1200000,
                     *       "causaAtraso": "CLIMA",
                     *       "observaciones": "Se terminó la cimentación.",
                     *       "avanceFinanciero": 91.5,
                     *       "creadoEn": "2026-07-05T15:30:00.000Z",
                     *       "actualizadoEn": "2026-07-05T15:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Avance"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero.",
                     *         "avanceId debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Avance 99 no encontrado.",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description Conflicto */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 409,
                     *       "message": "Ya hay un avance con corte al 30 de junio de 2026.",
                     *       "error": "Conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            412: components["responses"]["Cambio"];
            413: components["responses"]["DemasiadoGrande"];
            /** @description Tipo de contenido */
            415: {
                headers: {
                    "Accept-Patch": components["headers"]["Accept-Patch"];
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 415,
                     *       "message": "El cuerpo debe enviarse con Content-Type: application/json.",
                     *       "error": "Unsupported Media Type"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    listProgramas: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path: {
                /**
                 * @description Identificador de la obra.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Los programas de una obra: el original y sus reprogramaciones */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "version": 1,
                     *         "fechaInicio": "2026-02-01",
                     *         "fechaTermino": "2026-12-15",
                     *         "motivo": "Las lluvias de junio detuvieron la obra.",
                     *         "curva": [
                     *           {
                     *             "fecha": "2026-06-30",
                     *             "avanceFisico": 45.5
                     *           }
                     *         ],
                     *         "creadoEn": "2026-07-05T15:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Programa"][];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Obra 99 no encontrada.",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    createPrograma: {
        parameters: {
            query?: never;
            header?: {
                /** @description Clave nueva para cada alta, por ejemplo un UUID. Si la respuesta se pierde, la misma solicitud con la misma clave recibe, durante 24 horas, la primera respuesta con Idempotency-Replayed: true en lugar de crear otro registro. La misma clave con otra solicitud: 422; mientras la primera sigue en curso: 409. */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path: {
                /**
                 * @description Identificador de la obra.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "fechaInicio": "2026-02-01",
                 *       "fechaTermino": "2026-12-15",
                 *       "motivo": "Las lluvias de junio detuvieron la obra.",
                 *       "curva": [
                 *         {
                 *           "fecha": "2026-06-30",
                 *           "avanceFisico": 45.5
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NuevoPrograma"];
            };
        };
        responses: {
            /** @description Registra el programa original de una obra, o lo reprograma */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": 1,
                     *       "fechaInicio": "2026-02-01",
                     *       "fechaTermino": "2026-12-15",
                     *       "motivo": "Las lluvias de junio detuvieron la obra.",
                     *       "curva": [
                     *         {
                     *           "fecha": "2026-06-30",
                     *           "avanceFisico": 45.5
                     *         }
                     *       ],
                     *       "creadoEn": "2026-07-05T15:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Programa"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero.",
                     *         "fechaInicio es obligatorio.",
                     *         "fechaTermino es obligatorio."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Obra 99 no encontrada.",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description Conflicto */
            409: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 409,
                     *       "message": "Esta obra ya tiene 100 programas, los más que puede tener.",
                     *       "error": "Conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            413: components["responses"]["DemasiadoGrande"];
            415: components["responses"]["TipoDeContenido"];
            422: components["responses"]["ClaveUsada"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    findPrograma: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path: {
                /**
                 * @description Identificador de la obra.
                 * @example 1
                 */
                id: number;
                /**
                 * @description Versión del programa.
                 * @example 1
                 */
                version: components["parameters"]["version"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Un programa de una obra */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": 1,
                     *       "fechaInicio": "2026-02-01",
                     *       "fechaTermino": "2026-12-15",
                     *       "motivo": "Las lluvias de junio detuvieron la obra.",
                     *       "curva": [
                     *         {
                     *           "fecha": "2026-06-30",
                     *           "avanceFisico": 45.5
                     *         }
                     *       ],
                     *       "creadoEn": "2026-07-05T15:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Programa"];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero.",
                     *         "version debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Programa 99 no encontrado.",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    deletePrograma: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo consultado: si el registro ha cambiado, 412. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                /**
                 * @description Identificador de la obra.
                 * @example 1
                 */
                id: number;
                /**
                 * @description Versión del programa.
                 * @example 1
                 */
                version: components["parameters"]["version"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Elimina el programa más nuevo de una obra */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "El programa se eliminó."
                     *     }
                     */
                    "application/json": components["schemas"]["Mensaje"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero.",
                     *         "version debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Programa 99 no encontrado.",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description Conflicto */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 409,
                     *       "message": "Sólo se elimina el programa más nuevo; los anteriores son la historia de la obra.",
                     *       "error": "Conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            412: components["responses"]["Cambio"];
            413: components["responses"]["DemasiadoGrande"];
            415: components["responses"]["TipoDeContenido"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    findEjecucion: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path: {
                /**
                 * @description Identificador de la obra.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cuándo se construyó una obra y en qué quedó */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "fechaInicioReal": "2026-02-10",
                     *       "fechaTerminoReal": "2026-11-20",
                     *       "fechaEntregaRecepcion": "2026-11-23",
                     *       "montoFinal": 1315000.5,
                     *       "alcanceFinal": "1.2 km de pavimento hidráulico.",
                     *       "motivoVariacion": "Se agregó el drenaje pluvial."
                     *     }
                     */
                    "application/json": components["schemas"]["Ejecucion"];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Obra 99 no encontrada.",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    updateEjecucion: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo consultado: si el registro ha cambiado, 412. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                /**
                 * @description Identificador de la obra.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "fechaInicioReal": "2026-02-10",
                 *       "fechaTerminoReal": "2026-11-20",
                 *       "fechaEntregaRecepcion": "2026-11-23",
                 *       "montoFinal": 1315000.5,
                 *       "alcanceFinal": "1.2 km de pavimento hidráulico.",
                 *       "motivoVariacion": "Se agregó el drenaje pluvial."
                 *     }
                 */
                "application/json": components["schemas"]["CambiosEjecucion"];
            };
        };
        responses: {
            /** @description Cambia los campos indicados de la ejecución de una obra */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "fechaInicioReal": "2026-02-10",
                     *       "fechaTerminoReal": "2026-11-20",
                     *       "fechaEntregaRecepcion": "2026-11-23",
                     *       "montoFinal": 1315000.5,
                     *       "alcanceFinal": "1.2 km de pavimento hidráulico.",
                     *       "motivoVariacion": "Se agregó el drenaje pluvial."
                     *     }
                     */
                    "application/json": components["schemas"]["Ejecucion"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Obra 99 no encontrada.",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            412: components["responses"]["Cambio"];
            413: components["responses"]["DemasiadoGrande"];
            /** @description Tipo de contenido */
            415: {
                headers: {
                    "Accept-Patch": components["headers"]["Accept-Patch"];
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 415,
                     *       "message": "El cuerpo debe enviarse con Content-Type: application/json.",
                     *       "error": "Unsupported Media Type"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    listContratos: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path: {
                /**
                 * @description Identificador de la obra.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Los contratos de una obra con sus convenios, por fecha de firma */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "numero": "SOP-LP-014-2026",
                     *         "naturaleza": "OBRA",
                     *         "procedimiento": "LICITACION_PUBLICA",
                     *         "numeroProponentes": 4,
                     *         "objeto": "Pavimentación con concreto hidráulico de la calle 60.",
                     *         "contratista": "Constructora del Mayab, S.A. de C.V.",
                     *         "contratistaRfc": "CMA010203AB4",
                     *         "ocid": "ocds-07smqs-2741113",
                     *         "url": "https://compras.ejemplo.gob.mx/SOP-LP-014-2026",
                     *         "monto": 1180000,
                     *         "anticipo": 354000,
                     *         "fechaFirma": "2026-01-20",
                     *         "fechaInicio": "2026-02-01",
                     *         "fechaTermino": "2026-10-31",
                     *         "terminacion": "CONCLUIDO",
                     *         "fechaTerminacion": "2026-11-20",
                     *         "montoFinal": 1315000.5,
                     *         "fechaEntregaRecepcion": "2026-11-23",
                     *         "motivoTerminacion": "Se ejecutó todo el alcance.",
                     *         "montoVigente": 1315000.5,
                     *         "fechaTerminoVigente": "2026-12-15",
                     *         "variacionMonto": 11.44,
                     *         "variacionPlazo": 45,
                     *         "convenios": [
                     *           {
                     *             "id": 1,
                     *             "orden": 1,
                     *             "fecha": "2026-08-15",
                     *             "montoNuevo": 1315000.5,
                     *             "fechaTerminoNueva": "2026-12-15",
                     *             "alcance": "Drenaje pluvial entre las calles 61 y 65.",
                     *             "justificacion": "Volúmenes adicionales por suelo rocoso."
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Contrato"][];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Obra 99 no encontrada.",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    createContrato: {
        parameters: {
            query?: never;
            header?: {
                /** @description Clave nueva para cada alta, por ejemplo un UUID. Si la respuesta se pierde, la misma solicitud con la misma clave recibe, durante 24 horas, la primera respuesta con Idempotency-Replayed: true en lugar de crear otro registro. La misma clave con otra solicitud: 422; mientras la primera sigue en curso: 409. */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path: {
                /**
                 * @description Identificador de la obra.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "numero": "SOP-LP-014-2026",
                 *       "naturaleza": "OBRA",
                 *       "objeto": "Pavimentación con concreto hidráulico de la calle 60.",
                 *       "contratista": "Constructora del Mayab, S.A. de C.V.",
                 *       "monto": 1180000,
                 *       "fechaFirma": "2026-01-20",
                 *       "fechaInicio": "2026-02-01",
                 *       "fechaTermino": "2026-10-31",
                 *       "procedimiento": "LICITACION_PUBLICA",
                 *       "numeroProponentes": 4,
                 *       "contratistaRfc": "CMA010203AB4",
                 *       "ocid": "ocds-07smqs-2741113",
                 *       "url": "https://compras.ejemplo.gob.mx/SOP-LP-014-2026",
                 *       "anticipo": 354000,
                 *       "terminacion": "CONCLUIDO",
                 *       "fechaTerminacion": "2026-11-20",
                 *       "montoFinal": 1315000.5,
                 *       "fechaEntregaRecepcion": "2026-11-23",
                 *       "motivoTerminacion": "Se ejecutó todo el alcance."
                 *     }
                 */
                "application/json": components["schemas"]["NuevoContrato"];
            };
        };
        responses: {
            /** @description Registra un contrato de una obra */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "numero": "SOP-LP-014-2026",
                     *       "naturaleza": "OBRA",
                     *       "procedimiento": "LICITACION_PUBLICA",
                     *       "numeroProponentes": 4,
                     *       "objeto": "Pavimentación con concreto hidráulico de la calle 60.",
                     *       "contratista": "Constructora del Mayab, S.A. de C.V.",
                     *       "contratistaRfc": "CMA010203AB4",
                     *       "ocid": "ocds-07smqs-2741113",
                     *       "url": "https://compras.ejemplo.gob.mx/SOP-LP-014-2026",
                     *       "monto": 1180000,
                     *       "anticipo": 354000,
                     *       "fechaFirma": "2026-01-20",
                     *       "fechaInicio": "2026-02-01",
                     *       "fechaTermino": "2026-10-31",
                     *       "terminacion": "CONCLUIDO",
                     *       "fechaTerminacion": "2026-11-20",
                     *       "montoFinal": 1315000.5,
                     *       "fechaEntregaRecepcion": "2026-11-23",
                     *       "motivoTerminacion": "Se ejecutó todo el alcance.",
                     *       "montoVigente": 1315000.5,
                     *       "fechaTerminoVigente": "2026-12-15",
                     *       "variacionMonto": 11.44,
                     *       "variacionPlazo": 45,
                     *       "convenios": [
                     *         {
                     *           "id": 1,
                     *           "orden": 1,
                     *           "fecha": "2026-08-15",
                     *           "montoNuevo": 1315000.5,
                     *           "fechaTerminoNueva": "2026-12-15",
                     *           "alcance": "Drenaje pluvial entre las calles 61 y 65.",
                     *           "justificacion": "Volúmenes adicionales por suelo rocoso."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Contrato"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero.",
                     *         "numero es obligatorio.",
                     *         "naturaleza es obligatorio.",
                     *         "objeto es obligatorio.",
                     *         "contratista es obligatorio.",
                     *         "monto es obligatorio.",
                     *         "fechaFirma es obligatorio.",
                     *         "fechaInicio es obligatorio.",
                     *         "fechaTermino es obligatorio."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Obra 99 no encontrada.",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description Conflicto */
            409: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 409,
                     *       "message": "Esta obra ya tiene un contrato con el número \"SOP-LP-014-2026\".",
                     *       "error": "Conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            413: components["responses"]["DemasiadoGrande"];
            415: components["responses"]["TipoDeContenido"];
            422: components["responses"]["ClaveUsada"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    findContrato: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path: {
                /**
                 * @description Identificador de la obra.
                 * @example 1
                 */
                id: number;
                /**
                 * @description Identificador del contrato.
                 * @example 1
                 */
                contratoId: components["parameters"]["contratoId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Un contrato de una obra */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "numero": "SOP-LP-014-2026",
                     *       "naturaleza": "OBRA",
                     *       "procedimiento": "LICITACION_PUBLICA",
                     *       "numeroProponentes": 4,
                     *       "objeto": "Pavimentación con concreto hidráulico de la calle 60.",
                     *       "contratista": "Constructora del Mayab, S.A. de C.V.",
                     *       "contratistaRfc": "CMA010203AB4",
                     *       "ocid": "ocds-07smqs-2741113",
                     *       "url": "https://compras.ejemplo.gob.mx/SOP-LP-014-2026",
                     *       "monto": 1180000,
                     *       "anticipo": 354000,
                     *       "fechaFirma": "2026-01-20",
                     *       "fechaInicio": "2026-02-01",
                     *       "fechaTermino": "2026-10-31",
                     *       "terminacion": "CONCLUIDO",
                     *       "fechaTerminacion": "2026-11-20",
                     *       "montoFinal": 1315000.5,
                     *       "fechaEntregaRecepcion": "2026-11-23",
                     *       "motivoTerminacion": "Se ejecutó todo el alcance.",
                     *       "montoVigente": 1315000.5,
                     *       "fechaTerminoVigente": "2026-12-15",
                     *       "variacionMonto": 11.44,
                     *       "variacionPlazo": 45,
                     *       "convenios": [
                     *         {
                     *           "id": 1,
                     *           "orden": 1,
                     *           "fecha": "2026-08-15",
                     *           "montoNuevo": 1315000.5,
                     *           "fechaTerminoNueva": "2026-12-15",
                     *           "alcance": "Drenaje pluvial entre las calles 61 y 65.",
                     *           "justificacion": "Volúmenes adicionales por suelo rocoso."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Contrato"];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero.",
                     *         "contratoId debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Contrato 99 no encontrado.",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    deleteContrato: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo consultado: si el registro ha cambiado, 412. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                /**
                 * @description Identificador de la obra.
                 * @example 1
                 */
                id: number;
                /**
                 * @description Identificador del contrato.
                 * @example 1
                 */
                contratoId: components["parameters"]["contratoId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Elimina un contrato de una obra */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "El contrato se eliminó con sus convenios."
                     *     }
                     */
                    "application/json": components["schemas"]["Mensaje"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero.",
                     *         "contratoId debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Contrato 99 no encontrado.",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            412: components["responses"]["Cambio"];
            413: components["responses"]["DemasiadoGrande"];
            415: components["responses"]["TipoDeContenido"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    updateContrato: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo consultado: si el registro ha cambiado, 412. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                /**
                 * @description Identificador de la obra.
                 * @example 1
                 */
                id: number;
                /**
                 * @description Identificador del contrato.
                 * @example 1
                 */
                contratoId: components["parameters"]["contratoId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "numero": "SOP-LP-014-2026",
                 *       "naturaleza": "OBRA",
                 *       "procedimiento": "LICITACION_PUBLICA",
                 *       "numeroProponentes": 4,
                 *       "objeto": "Pavimentación con concreto hidráulico de la calle 60.",
                 *       "contratista": "Constructora del Mayab, S.A. de C.V.",
                 *       "contratistaRfc": "CMA010203AB4",
                 *       "ocid": "ocds-07smqs-2741113",
                 *       "url": "https://compras.ejemplo.gob.mx/SOP-LP-014-2026",
                 *       "monto": 1180000,
                 *       "anticipo": 354000,
                 *       "fechaFirma": "2026-01-20",
                 *       "fechaInicio": "2026-02-01",
                 *       "fechaTermino": "2026-10-31",
                 *       "terminacion": "CONCLUIDO",
                 *       "fechaTerminacion": "2026-11-20",
                 *       "montoFinal": 1315000.5,
                 *       "fechaEntregaRecepcion": "2026-11-23",
                 *       "motivoTerminacion": "Se ejecutó todo el alcance."
                 *     }
                 */
                "application/json": components["schemas"]["CambiosContrato"];
            };
        };
        responses: {
            /** @description Cambia los campos indicados de un contrato de una obra */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "numero": "SOP-LP-014-2026",
                     *       "naturaleza": "OBRA",
                     *       "procedimiento": "LICITACION_PUBLICA",
                     *       "numeroProponentes": 4,
                     *       "objeto": "Pavimentación con concreto hidráulico de la calle 60.",
                     *       "contratista": "Constructora del Mayab, S.A. de C.V.",
                     *       "contratistaRfc": "CMA010203AB4",
                     *       "ocid": "ocds-07smqs-2741113",
                     *       "url": "https://compras.ejemplo.gob.mx/SOP-LP-014-2026",
                     *       "monto": 1180000,
                     *       "anticipo": 354000,
                     *       "fechaFirma": "2026-01-20",
                     *       "fechaInicio": "2026-02-01",
                     *       "fechaTermino": "2026-10-31",
                     *       "terminacion": "CONCLUIDO",
                     *       "fechaTerminacion": "2026-11-20",
                     *       "montoFinal": 1315000.5,
                     *       "fechaEntregaRecepcion": "2026-11-23",
                     *       "motivoTerminacion": "Se ejecutó todo el alcance.",
                     *       "montoVigente": 1315000.5,
                     *       "fechaTerminoVigente": "2026-12-15",
                     *       "variacionMonto": 11.44,
                     *       "variacionPlazo": 45,
                     *       "convenios": [
                     *         {
                     *           "id": 1,
                     *           "orden": 1,
                     *           "fecha": "2026-08-15",
                     *           "montoNuevo": 1315000.5,
                     *           "fechaTerminoNueva": "2026-12-15",
                     *           "alcance": "Drenaje pluvial entre las calles 61 y 65.",
                     *           "justificacion": "Volúmenes adicionales por suelo rocoso."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Contrato"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero.",
                     *         "contratoId debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Contrato 99 no encontrado.",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description Conflicto */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 409,
                     *       "message": "Esta obra ya tiene un contrato con el número \"SOP-LP-014-2026\".",
                     *       "error": "Conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            412: components["responses"]["Cambio"];
            413: components["responses"]["DemasiadoGrande"];
            /** @description Tipo de contenido */
            415: {
                headers: {
                    "Accept-Patch": components["headers"]["Accept-Patch"];
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 415,
                     *       "message": "El cuerpo debe enviarse con Content-Type: application/json.",
                     *       "error": "Unsupported Media Type"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    createConvenio: {
        parameters: {
            query?: never;
            header?: {
                /** @description Clave nueva para cada alta, por ejemplo un UUID. Si la respuesta se pierde, la misma solicitud con la misma clave recibe, durante 24 horas, la primera respuesta con Idempotency-Replayed: true en lugar de crear otro registro. La misma clave con otra solicitud: 422; mientras la primera sigue en curso: 409. */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path: {
                /**
                 * @description Identificador de la obra.
                 * @example 1
                 */
                id: number;
                /**
                 * @description Identificador del contrato.
                 * @example 1
                 */
                contratoId: components["parameters"]["contratoId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "fecha": "2026-08-15",
                 *       "justificacion": "Volúmenes adicionales por suelo rocoso.",
                 *       "montoNuevo": 1315000.5,
                 *       "fechaTerminoNueva": "2026-12-15",
                 *       "alcance": "Drenaje pluvial entre las calles 61 y 65."
                 *     }
                 */
                "application/json": components["schemas"]["NuevoConvenio"];
            };
        };
        responses: {
            /** @description Registra un convenio y responde su contrato */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "numero": "SOP-LP-014-2026",
                     *       "naturaleza": "OBRA",
                     *       "procedimiento": "LICITACION_PUBLICA",
                     *       "numeroProponentes": 4,
                     *       "objeto": "Pavimentación con concreto hidráulico de la calle 60.",
                     *       "contratista": "Constructora del Mayab, S.A. de C.V.",
                     *       "contratistaRfc": "CMA010203AB4",
                     *       "ocid": "ocds-07smqs-2741113",
                     *       "url": "https://compras.ejemplo.gob.mx/SOP-LP-014-2026",
                     *       "monto": 1180000,
                     *       "anticipo": 354000,
                     *       "fechaFirma": "2026-01-20",
                     *       "fechaInicio": "2026-02-01",
                     *       "fechaTermino": "2026-10-31",
                     *       "terminacion": "CONCLUIDO",
                     *       "fechaTerminacion": "2026-11-20",
                     *       "montoFinal": 1315000.5,
                     *       "fechaEntregaRecepcion": "2026-11-23",
                     *       "motivoTerminacion": "Se ejecutó todo el alcance.",
                     *       "montoVigente": 1315000.5,
                     *       "fechaTerminoVigente": "2026-12-15",
                     *       "variacionMonto": 11.44,
                     *       "variacionPlazo": 45,
                     *       "convenios": [
                     *         {
                     *           "id": 1,
                     *           "orden": 1,
                     *           "fecha": "2026-08-15",
                     *           "montoNuevo": 1315000.5,
                     *           "fechaTerminoNueva": "2026-12-15",
                     *           "alcance": "Drenaje pluvial entre las calles 61 y 65.",
                     *           "justificacion": "Volúmenes adicionales por suelo rocoso."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Contrato"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero.",
                     *         "contratoId debe ser un número entero.",
                     *         "fecha es obligatorio.",
                     *         "justificacion es obligatorio."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Contrato 99 no encontrado.",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description Conflicto */
            409: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 409,
                     *       "message": "Esta obra ya tiene 100 convenios, los más que puede tener.",
                     *       "error": "Conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            413: components["responses"]["DemasiadoGrande"];
            415: components["responses"]["TipoDeContenido"];
            422: components["responses"]["ClaveUsada"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    deleteConvenio: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo consultado: si el registro ha cambiado, 412. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                /**
                 * @description Identificador de la obra.
                 * @example 1
                 */
                id: number;
                /**
                 * @description Identificador del contrato.
                 * @example 1
                 */
                contratoId: components["parameters"]["contratoId"];
                /**
                 * @description Identificador del convenio.
                 * @example 1
                 */
                convenioId: components["parameters"]["convenioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Elimina un convenio y responde su contrato */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "numero": "SOP-LP-014-2026",
                     *       "naturaleza": "OBRA",
                     *       "procedimiento": "LICITACION_PUBLICA",
                     *       "numeroProponentes": 4,
                     *       "objeto": "Pavimentación con concreto hidráulico de la calle 60.",
                     *       "contratista": "Constructora del Mayab, S.A. de C.V.",
                     *       "contratistaRfc": "CMA010203AB4",
                     *       "ocid": "ocds-07smqs-2741113",
                     *       "url": "https://compras.ejemplo.gob.mx/SOP-LP-014-2026",
                     *       "monto": 1180000,
                     *       "anticipo": 354000,
                     *       "fechaFirma": "2026-01-20",
                     *       "fechaInicio": "2026-02-01",
                     *       "fechaTermino": "2026-10-31",
                     *       "terminacion": "CONCLUIDO",
                     *       "fechaTerminacion": "2026-11-20",
                     *       "montoFinal": 1315000.5,
                     *       "fechaEntregaRecepcion": "2026-11-23",
                     *       "motivoTerminacion": "Se ejecutó todo el alcance.",
                     *       "montoVigente": 1315000.5,
                     *       "fechaTerminoVigente": "2026-12-15",
                     *       "variacionMonto": 11.44,
                     *       "variacionPlazo": 45,
                     *       "convenios": [
                     *         {
                     *           "id": 1,
                     *           "orden": 1,
                     *           "fecha": "2026-08-15",
                     *           "montoNuevo": 1315000.5,
                     *           "fechaTerminoNueva": "2026-12-15",
                     *           "alcance": "Drenaje pluvial entre las calles 61 y 65.",
                     *           "justificacion": "Volúmenes adicionales por suelo rocoso."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Contrato"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero.",
                     *         "contratoId debe ser un número entero.",
                     *         "convenioId debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Convenio 99 no encontrado.",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            412: components["responses"]["Cambio"];
            413: components["responses"]["DemasiadoGrande"];
            415: components["responses"]["TipoDeContenido"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    updateConvenio: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo consultado: si el registro ha cambiado, 412. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                /**
                 * @description Identificador de la obra.
                 * @example 1
                 */
                id: number;
                /**
                 * @description Identificador del contrato.
                 * @example 1
                 */
                contratoId: components["parameters"]["contratoId"];
                /**
                 * @description Identificador del convenio.
                 * @example 1
                 */
                convenioId: components["parameters"]["convenioId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "fecha": "2026-08-15",
                 *       "montoNuevo": 1315000.5,
                 *       "fechaTerminoNueva": "2026-12-15",
                 *       "alcance": "Drenaje pluvial entre las calles 61 y 65.",
                 *       "justificacion": "Volúmenes adicionales por suelo rocoso."
                 *     }
                 */
                "application/json": components["schemas"]["CambiosConvenio"];
            };
        };
        responses: {
            /** @description Cambia los campos indicados de un convenio y responde su contrato */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "numero": "SOP-LP-014-2026",
                     *       "naturaleza": "OBRA",
                     *       "procedimiento": "LICITACION_PUBLICA",
                     *       "numeroProponentes": 4,
                     *       "objeto": "Pavimentación con concreto hidráulico de la calle 60.",
                     *       "contratista": "Constructora del Mayab, S.A. de C.V.",
                     *       "contratistaRfc": "CMA010203AB4",
                     *       "ocid": "ocds-07smqs-2741113",
                     *       "url": "https://compras.ejemplo.gob.mx/SOP-LP-014-2026",
                     *       "monto": 1180000,
                     *       "anticipo": 354000,
                     *       "fechaFirma": "2026-01-20",
                     *       "fechaInicio": "2026-02-01",
                     *       "fechaTermino": "2026-10-31",
                     *       "terminacion": "CONCLUIDO",
                     *       "fechaTerminacion": "2026-11-20",
                     *       "montoFinal": 1315000.5,
                     *       "fechaEntregaRecepcion": "2026-11-23",
                     *       "motivoTerminacion": "Se ejecutó todo el alcance.",
                     *       "montoVigente": 1315000.5,
                     *       "fechaTerminoVigente": "2026-12-15",
                     *       "variacionMonto": 11.44,
                     *       "variacionPlazo": 45,
                     *       "convenios": [
                     *         {
                     *           "id": 1,
                     *           "orden": 1,
                     *           "fecha": "2026-08-15",
                     *           "montoNuevo": 1315000.5,
                     *           "fechaTerminoNueva": "2026-12-15",
                     *           "alcance": "Drenaje pluvial entre las calles 61 y 65.",
                     *           "justificacion": "Volúmenes adicionales por suelo rocoso."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Contrato"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero.",
                     *         "contratoId debe ser un número entero.",
                     *         "convenioId debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Convenio 99 no encontrado.",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            412: components["responses"]["Cambio"];
            413: components["responses"]["DemasiadoGrande"];
            /** @description Tipo de contenido */
            415: {
                headers: {
                    "Accept-Patch": components["headers"]["Accept-Patch"];
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 415,
                     *       "message": "El cuerpo debe enviarse con Content-Type: application/json.",
                     *       "error": "Unsupported Media Type"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    listUsers: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Todos los usuarios */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "6b1f7a52-6a4e-4f0e-9a67-0f5a1c3d2e4b",
                     *         "email": "maria.canche@yucatan.gob.mx",
                     *         "nombreCompleto": "María Canché Pech",
                     *         "roles": "user",
                     *         "isActive": true,
                     *         "mustChangePassword": true
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["UsuarioResumen"][];
                };
            };
            304: components["responses"]["SinCambios"];
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Clave nueva para cada alta, por ejemplo un UUID. Si la respuesta se pierde, la misma solicitud con la misma clave recibe, durante 24 horas, la primera respuesta con Idempotency-Replayed: true en lugar de crear otro registro. La misma clave con otra solicitud: 422; mientras la primera sigue en curso: 409. */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "nombreCompleto": "María Canché Pech",
                 *       "email": "maria.canche@yucatan.gob.mx",
                 *       "password": "una-contraseña",
                 *       "roles": "user",
                 *       "isActive": true
                 *     }
                 */
                "application/json": components["schemas"]["NuevoUsuario"];
            };
        };
        responses: {
            /** @description Crea un usuario, que deberá cambiar su contraseña */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "6b1f7a52-6a4e-4f0e-9a67-0f5a1c3d2e4b",
                     *       "email": "maria.canche@yucatan.gob.mx",
                     *       "nombreCompleto": "María Canché Pech",
                     *       "roles": "user",
                     *       "isActive": true,
                     *       "mustChangePassword": true,
                     *       "createdAt": "2026-01-15T14:30:00.000Z",
                     *       "updatedAt": "2026-01-15T14:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Usuario"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "nombreCompleto es obligatorio.",
                     *         "email es obligatorio.",
                     *         "password es obligatorio."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            /** @description Conflicto */
            409: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 409,
                     *       "message": "La primera solicitud con esta Idempotency-Key sigue en curso; intente de nuevo en 1 segundo.",
                     *       "error": "Conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            413: components["responses"]["DemasiadoGrande"];
            415: components["responses"]["TipoDeContenido"];
            422: components["responses"]["ClaveUsada"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    findUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path: {
                /** @description Identificador del usuario: user.id de POST /auth/login, o id de GET /users. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Un usuario */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "6b1f7a52-6a4e-4f0e-9a67-0f5a1c3d2e4b",
                     *       "email": "maria.canche@yucatan.gob.mx",
                     *       "nombreCompleto": "María Canché Pech",
                     *       "roles": "user",
                     *       "isActive": true,
                     *       "mustChangePassword": true,
                     *       "createdAt": "2026-01-15T14:30:00.000Z",
                     *       "updatedAt": "2026-01-15T14:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Usuario"];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un UUID."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            /** @description Sin permiso */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 403,
                     *       "message": "No tienes permiso para ver este perfil.",
                     *       "error": "Forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Usuario no encontrado",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo consultado: si el registro ha cambiado, 412. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                /** @description Identificador del usuario: user.id de POST /auth/login, o id de GET /users. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "nombreCompleto": "María Canché Pech",
                 *       "email": "maria.canche@yucatan.gob.mx",
                 *       "password": "una-contraseña",
                 *       "roles": "user",
                 *       "isActive": true,
                 *       "mustChangePassword": false
                 *     }
                 */
                "application/json": components["schemas"]["CambiosUsuario"];
            };
        };
        responses: {
            /** @description Cambia los campos indicados de un usuario */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "6b1f7a52-6a4e-4f0e-9a67-0f5a1c3d2e4b",
                     *       "email": "maria.canche@yucatan.gob.mx",
                     *       "nombreCompleto": "María Canché Pech",
                     *       "roles": "user",
                     *       "isActive": true,
                     *       "mustChangePassword": true,
                     *       "createdAt": "2026-01-15T14:30:00.000Z",
                     *       "updatedAt": "2026-01-15T14:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Usuario"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un UUID."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            /** @description Sin permiso */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 403,
                     *       "message": "No puedes modificar los datos de otro usuario.",
                     *       "error": "Forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Usuario con ID 00000000-0000-4000-8000-000000000099 no encontrado",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description Conflicto */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 409,
                     *       "message": "No se puede quitar al último administrador activo; nombre antes a otro.",
                     *       "error": "Conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            412: components["responses"]["Cambio"];
            413: components["responses"]["DemasiadoGrande"];
            /** @description Tipo de contenido */
            415: {
                headers: {
                    "Accept-Patch": components["headers"]["Accept-Patch"];
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 415,
                     *       "message": "El cuerpo debe enviarse con Content-Type: application/json.",
                     *       "error": "Unsupported Media Type"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    listFavorites: {
        parameters: {
            query?: {
                /** @description Obras por página. */
                limit?: number;
                /** @description Página, desde 1. */
                page?: number;
            };
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path: {
                /** @description Identificador del usuario: user.id de POST /auth/login, o id de GET /users. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Obras favoritas, de la agregada al final a la primera */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": 1,
                     *           "numeroObra": 1,
                     *           "claveUnica": "SOP-2026-0001",
                     *           "nombre": "Pavimentación de la calle 60",
                     *           "descripcion": "Concreto hidráulico entre las calles 61 y 73.",
                     *           "monto": 1250000.5,
                     *           "ejercicioFiscalId": 1,
                     *           "ejercicioFiscal": {
                     *             "id": 1,
                     *             "anio": 2026,
                     *             "activo": true
                     *           },
                     *           "dependenciaId": 1,
                     *           "dependencia": {
                     *             "id": 1,
                     *             "nombre": "Secretaría de Obras Públicas",
                     *             "siglas": "SOP",
                     *             "activo": true
                     *           },
                     *           "municipioId": 50,
                     *           "municipio": {
                     *             "id": 50,
                     *             "nombre": "Mérida"
                     *           },
                     *           "tipoProyectoId": 1,
                     *           "tipoProyecto": {
                     *             "id": 1,
                     *             "nombre": "Vialidades",
                     *             "activo": true
                     *           },
                     *           "estatusObraId": 4,
                     *           "estatusObra": {
                     *             "id": 4,
                     *             "nombre": "En proceso"
                     *           },
                     *           "ubicaciones": [
                     *             {
                     *               "id": 1,
                     *               "municipioId": 50,
                     *               "municipio": {
                     *                 "id": 50,
                     *                 "nombre": "Mérida"
                     *               },
                     *               "direccion": "Calle 60 x 61, Centro",
                     *               "localidadReferencia": "Mérida",
                     *               "referenciaLugar": "Frente a la plaza grande",
                     *               "tipoGeometria": "PUNTO",
                     *               "geometriaJson": {
                     *                 "type": "Point",
                     *                 "coordinates": [
                     *                   -89.6237,
                     *                   20.9674
                     *                 ]
                     *               },
                     *               "orden": 1
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "meta": {
                     *         "totalItems": 1,
                     *         "itemCount": 1,
                     *         "itemsPerPage": 10,
                     *         "totalPages": 1,
                     *         "currentPage": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PaginaFavoritas"];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un UUID.",
                     *         "limit debe ser un número entero.",
                     *         "page debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            /** @description Sin permiso */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 403,
                     *       "message": "No tienes permiso para ver los favoritos de otro usuario.",
                     *       "error": "Forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Usuario no encontrado",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    addFavorite: {
        parameters: {
            query?: never;
            header?: {
                /** @description Clave nueva para cada alta, por ejemplo un UUID. Si la respuesta se pierde, la misma solicitud con la misma clave recibe, durante 24 horas, la primera respuesta con Idempotency-Replayed: true en lugar de crear otro registro. La misma clave con otra solicitud: 422; mientras la primera sigue en curso: 409. */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path: {
                /** @description Identificador del usuario: user.id de POST /auth/login, o id de GET /users. */
                id: string;
                /**
                 * @description Identificador de la obra.
                 * @example 1
                 */
                obraId: components["parameters"]["obraId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Agrega una obra a las favoritas propias */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "userId": "6b1f7a52-6a4e-4f0e-9a67-0f5a1c3d2e4b",
                     *       "obraId": 1,
                     *       "createdAt": "2026-01-15T14:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Favorita"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un UUID.",
                     *         "obraId debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            /** @description Sin permiso */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 403,
                     *       "message": "No puedes modificar los favoritos de otro usuario.",
                     *       "error": "Forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Obra 99 no encontrada.",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description Conflicto */
            409: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 409,
                     *       "message": "La primera solicitud con esta Idempotency-Key sigue en curso; intente de nuevo en 1 segundo.",
                     *       "error": "Conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            413: components["responses"]["DemasiadoGrande"];
            415: components["responses"]["TipoDeContenido"];
            422: components["responses"]["ClaveUsada"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    removeFavorite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identificador del usuario: user.id de POST /auth/login, o id de GET /users. */
                id: string;
                /**
                 * @description Identificador de la obra.
                 * @example 1
                 */
                obraId: components["parameters"]["obraId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Quita una obra de las favoritas propias */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "La obra se quitó de tus favoritas."
                     *     }
                     */
                    "application/json": components["schemas"]["Mensaje"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un UUID.",
                     *         "obraId debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            /** @description Sin permiso */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 403,
                     *       "message": "No puedes modificar los favoritos de otro usuario.",
                     *       "error": "Forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Esta obra no está en tus favoritas",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            413: components["responses"]["DemasiadoGrande"];
            415: components["responses"]["TipoDeContenido"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    listCapturistas: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Quiénes capturan el seguimiento, y de qué dependencias */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "userId": "5f0c6f6e-6f0b-4a52-9d1c-3f1a2b4c5d6e",
                     *         "dependenciaIds": [
                     *           1
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Capturista"][];
                };
            };
            304: components["responses"]["SinCambios"];
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    findDependenciasDeUsuario: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path: {
                /** @description Identificador del usuario: user.id de POST /auth/login, o id de GET /users. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Las dependencias cuyo seguimiento captura un usuario */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dependenciaIds": [
                     *         1
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DependenciasDeUsuario"];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un UUID."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            /** @description Sin permiso */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 403,
                     *       "message": "No tienes permiso para ver este perfil.",
                     *       "error": "Forbidden"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Usuario no encontrado",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    updateDependenciasDeUsuario: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo consultado: si el registro ha cambiado, 412. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                /** @description Identificador del usuario: user.id de POST /auth/login, o id de GET /users. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "dependenciaIds": [
                 *         1
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["DependenciasDeUsuario"];
            };
        };
        responses: {
            /** @description Reemplaza las dependencias cuyo seguimiento captura un usuario */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dependenciaIds": [
                     *         1
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DependenciasDeUsuario"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un UUID.",
                     *         "dependenciaIds es obligatorio."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Usuario no encontrado",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            412: components["responses"]["Cambio"];
            413: components["responses"]["DemasiadoGrande"];
            /** @description Tipo de contenido */
            415: {
                headers: {
                    "Accept-Patch": components["headers"]["Accept-Patch"];
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 415,
                     *       "message": "El cuerpo debe enviarse con Content-Type: application/json.",
                     *       "error": "Unsupported Media Type"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    listEjerciciosFiscales: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ejercicios fiscales, por año */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "anio": 2026,
                     *         "activo": true
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["EjercicioFiscal"][];
                };
            };
            304: components["responses"]["SinCambios"];
            401: components["responses"]["SinToken"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    createEjercicioFiscal: {
        parameters: {
            query?: never;
            header?: {
                /** @description Clave nueva para cada alta, por ejemplo un UUID. Si la respuesta se pierde, la misma solicitud con la misma clave recibe, durante 24 horas, la primera respuesta con Idempotency-Replayed: true en lugar de crear otro registro. La misma clave con otra solicitud: 422; mientras la primera sigue en curso: 409. */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "anio": 2026,
                 *       "activo": true
                 *     }
                 */
                "application/json": components["schemas"]["NuevoEjercicioFiscal"];
            };
        };
        responses: {
            /** @description Crea un ejercicio fiscal */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "anio": 2026,
                     *       "activo": true
                     *     }
                     */
                    "application/json": components["schemas"]["EjercicioFiscal"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "anio es obligatorio."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            /** @description Conflicto */
            409: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 409,
                     *       "message": "Ya existe un ejercicio fiscal con el año 2026.",
                     *       "error": "Conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            413: components["responses"]["DemasiadoGrande"];
            415: components["responses"]["TipoDeContenido"];
            422: components["responses"]["ClaveUsada"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    listActiveEjerciciosFiscales: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ejercicios fiscales activos, por año */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "anio": 2026,
                     *         "activo": true
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["EjercicioFiscal"][];
                };
            };
            304: components["responses"]["SinCambios"];
            401: components["responses"]["SinToken"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    findEjercicioFiscal: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path: {
                /**
                 * @description Identificador del registro.
                 * @example 1
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Un ejercicio fiscal */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "anio": 2026,
                     *       "activo": true
                     *     }
                     */
                    "application/json": components["schemas"]["EjercicioFiscal"];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Fiscal year not found",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    deleteEjercicioFiscal: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo consultado: si el registro ha cambiado, 412. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                /**
                 * @description Identificador del registro.
                 * @example 1
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Elimina un ejercicio fiscal que ninguna obra usa */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "El ejercicio fiscal se eliminó."
                     *     }
                     */
                    "application/json": components["schemas"]["Mensaje"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Fiscal year not found",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description Conflicto */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 409,
                     *       "message": "No se puede eliminar porque otros registros lo utilizan; en su lugar puede desactivarlo con activo: false.",
                     *       "error": "Conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            412: components["responses"]["Cambio"];
            413: components["responses"]["DemasiadoGrande"];
            415: components["responses"]["TipoDeContenido"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    updateEjercicioFiscal: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo consultado: si el registro ha cambiado, 412. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                /**
                 * @description Identificador del registro.
                 * @example 1
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "anio": 2026,
                 *       "activo": true
                 *     }
                 */
                "application/json": components["schemas"]["CambiosEjercicioFiscal"];
            };
        };
        responses: {
            /** @description Cambia los campos indicados de un ejercicio fiscal */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "anio": 2026,
                     *       "activo": true
                     *     }
                     */
                    "application/json": components["schemas"]["EjercicioFiscal"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Fiscal year not found",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description Conflicto */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 409,
                     *       "message": "Ya existe un ejercicio fiscal con el año 2026.",
                     *       "error": "Conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            412: components["responses"]["Cambio"];
            413: components["responses"]["DemasiadoGrande"];
            /** @description Tipo de contenido */
            415: {
                headers: {
                    "Accept-Patch": components["headers"]["Accept-Patch"];
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 415,
                     *       "message": "El cuerpo debe enviarse con Content-Type: application/json.",
                     *       "error": "Unsupported Media Type"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    listTiposProyecto: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Tipos de proyecto, por nombre */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "nombre": "Vialidades",
                     *         "activo": true
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["TipoProyecto"][];
                };
            };
            304: components["responses"]["SinCambios"];
            401: components["responses"]["SinToken"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    createTipoProyecto: {
        parameters: {
            query?: never;
            header?: {
                /** @description Clave nueva para cada alta, por ejemplo un UUID. Si la respuesta se pierde, la misma solicitud con la misma clave recibe, durante 24 horas, la primera respuesta con Idempotency-Replayed: true en lugar de crear otro registro. La misma clave con otra solicitud: 422; mientras la primera sigue en curso: 409. */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "nombre": "Vialidades",
                 *       "activo": true
                 *     }
                 */
                "application/json": components["schemas"]["NuevoTipoProyecto"];
            };
        };
        responses: {
            /** @description Crea un tipo de proyecto */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "nombre": "Vialidades",
                     *       "activo": true
                     *     }
                     */
                    "application/json": components["schemas"]["TipoProyecto"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "nombre es obligatorio."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            /** @description Conflicto */
            409: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 409,
                     *       "message": "Ya existe un tipo de proyecto con el nombre \"Vialidades\".",
                     *       "error": "Conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            413: components["responses"]["DemasiadoGrande"];
            415: components["responses"]["TipoDeContenido"];
            422: components["responses"]["ClaveUsada"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    findTipoProyecto: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path: {
                /**
                 * @description Identificador del registro.
                 * @example 1
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Un tipo de proyecto */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "nombre": "Vialidades",
                     *       "activo": true
                     *     }
                     */
                    "application/json": components["schemas"]["TipoProyecto"];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Project type not found",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    deleteTipoProyecto: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo consultado: si el registro ha cambiado, 412. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                /**
                 * @description Identificador del registro.
                 * @example 1
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Elimina un tipo de proyecto que ninguna obra usa */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "El tipo de proyecto se eliminó."
                     *     }
                     */
                    "application/json": components["schemas"]["Mensaje"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Project type not found",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description Conflicto */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 409,
                     *       "message": "No se puede eliminar porque otros registros lo utilizan; en su lugar puede desactivarlo con activo: false.",
                     *       "error": "Conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            412: components["responses"]["Cambio"];
            413: components["responses"]["DemasiadoGrande"];
            415: components["responses"]["TipoDeContenido"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    updateTipoProyecto: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo consultado: si el registro ha cambiado, 412. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                /**
                 * @description Identificador del registro.
                 * @example 1
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "nombre": "Vialidades",
                 *       "activo": true
                 *     }
                 */
                "application/json": components["schemas"]["CambiosTipoProyecto"];
            };
        };
        responses: {
            /** @description Cambia los campos indicados de un tipo de proyecto */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "nombre": "Vialidades",
                     *       "activo": true
                     *     }
                     */
                    "application/json": components["schemas"]["TipoProyecto"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Project type not found",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description Conflicto */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 409,
                     *       "message": "Ya existe un tipo de proyecto con el nombre \"Vialidades\".",
                     *       "error": "Conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            412: components["responses"]["Cambio"];
            413: components["responses"]["DemasiadoGrande"];
            /** @description Tipo de contenido */
            415: {
                headers: {
                    "Accept-Patch": components["headers"]["Accept-Patch"];
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 415,
                     *       "message": "El cuerpo debe enviarse con Content-Type: application/json.",
                     *       "error": "Unsupported Media Type"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    mergeTiposProyecto: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo consultado: si el registro ha cambiado, 412. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                /**
                 * @description Identificador del registro.
                 * @example 1
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "destinoId": 2
                 *     }
                 */
                "application/json": components["schemas"]["FusionDeCatalogo"];
            };
        };
        responses: {
            /** @description Fusiona dos tipos de proyecto que son la misma cosa: sus obras pasan a la que queda */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "obras": 12,
                     *       "restan": 0,
                     *       "destino": {
                     *         "id": 1,
                     *         "nombre": "Vialidades",
                     *         "activo": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["FusionTiposProyecto"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero.",
                     *         "destinoId es obligatorio."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Project type not found",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description Conflicto */
            409: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 409,
                     *       "message": "La primera solicitud con esta Idempotency-Key sigue en curso; intente de nuevo en 1 segundo.",
                     *       "error": "Conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            412: components["responses"]["Cambio"];
            413: components["responses"]["DemasiadoGrande"];
            415: components["responses"]["TipoDeContenido"];
            422: components["responses"]["ClaveUsada"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    listClasificaciones: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sector y tipo de OC4IDS de cada tipo de proyecto, por nombre */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "nombre": "Vialidades",
                     *         "sectorOc4ids": "transport.road",
                     *         "tipoOc4ids": "construction"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Clasificacion"][];
                };
            };
            304: components["responses"]["SinCambios"];
            401: components["responses"]["SinToken"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    findClasificacion: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path: {
                /**
                 * @description Identificador del registro.
                 * @example 1
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sector y tipo de OC4IDS de un tipo de proyecto */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "nombre": "Vialidades",
                     *       "sectorOc4ids": "transport.road",
                     *       "tipoOc4ids": "construction"
                     *     }
                     */
                    "application/json": components["schemas"]["Clasificacion"];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Project type not found",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    updateClasificacion: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo consultado: si el registro ha cambiado, 412. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                /**
                 * @description Identificador del registro.
                 * @example 1
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sectorOc4ids": "transport.road",
                 *       "tipoOc4ids": "construction"
                 *     }
                 */
                "application/json": components["schemas"]["CambiosClasificacion"];
            };
        };
        responses: {
            /** @description Cambia el sector o el tipo de OC4IDS de un tipo de proyecto */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "nombre": "Vialidades",
                     *       "sectorOc4ids": "transport.road",
                     *       "tipoOc4ids": "construction"
                     *     }
                     */
                    "application/json": components["schemas"]["Clasificacion"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Project type not found",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            412: components["responses"]["Cambio"];
            413: components["responses"]["DemasiadoGrande"];
            /** @description Tipo de contenido */
            415: {
                headers: {
                    "Accept-Patch": components["headers"]["Accept-Patch"];
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 415,
                     *       "message": "El cuerpo debe enviarse con Content-Type: application/json.",
                     *       "error": "Unsupported Media Type"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    listEstatusObra: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Estatus de las obras */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 4,
                     *         "nombre": "En proceso"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["EstatusObra"][];
                };
            };
            304: components["responses"]["SinCambios"];
            401: components["responses"]["SinToken"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    listLocalidades: {
        parameters: {
            query?: {
                /** @description Sólo las localidades de estos municipios. Hasta 100 valores, con comas o el parámetro repetido. */
                municipioId?: number[];
            };
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Localidades con su municipio, por nombre */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "nombre": "Cholul",
                     *         "clave": "310500074",
                     *         "municipioId": 50,
                     *         "activo": true,
                     *         "municipio": {
                     *           "id": 50,
                     *           "nombre": "Mérida"
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Localidad"][];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "municipioId debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    createLocalidad: {
        parameters: {
            query?: never;
            header?: {
                /** @description Clave nueva para cada alta, por ejemplo un UUID. Si la respuesta se pierde, la misma solicitud con la misma clave recibe, durante 24 horas, la primera respuesta con Idempotency-Replayed: true en lugar de crear otro registro. La misma clave con otra solicitud: 422; mientras la primera sigue en curso: 409. */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "nombre": "Cholul",
                 *       "clave": "310500074",
                 *       "municipioId": 50,
                 *       "activo": true
                 *     }
                 */
                "application/json": components["schemas"]["NuevaLocalidad"];
            };
        };
        responses: {
            /** @description Crea una localidad */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "nombre": "Cholul",
                     *       "clave": "310500074",
                     *       "municipioId": 50,
                     *       "activo": true,
                     *       "municipio": {
                     *         "id": 50,
                     *         "nombre": "Mérida"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Localidad"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "nombre es obligatorio.",
                     *         "municipioId es obligatorio."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            /** @description Conflicto */
            409: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 409,
                     *       "message": "La primera solicitud con esta Idempotency-Key sigue en curso; intente de nuevo en 1 segundo.",
                     *       "error": "Conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            413: components["responses"]["DemasiadoGrande"];
            415: components["responses"]["TipoDeContenido"];
            422: components["responses"]["ClaveUsada"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    listPuntosDeLocalidades: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Dónde está cada localidad y cuántos habitantes tiene, como GeoJSON */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "FeatureCollection",
                     *       "fuente": "INEGI",
                     *       "features": [
                     *         {
                     *           "type": "Feature",
                     *           "id": 1,
                     *           "properties": {
                     *             "nombre": "Cholul",
                     *             "municipioId": 50,
                     *             "poblacion": 9876
                     *           },
                     *           "geometry": {
                     *             "type": "Point",
                     *             "coordinates": [
                     *               -89.556,
                     *               21.042
                     *             ]
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/geo+json": components["schemas"]["PuntosDeLocalidades"];
                };
            };
            304: components["responses"]["SinCambios"];
            401: components["responses"]["SinToken"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    findLocalidad: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path: {
                /**
                 * @description Identificador del registro.
                 * @example 1
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Una localidad */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "nombre": "Cholul",
                     *       "clave": "310500074",
                     *       "municipioId": 50,
                     *       "activo": true,
                     *       "municipio": {
                     *         "id": 50,
                     *         "nombre": "Mérida"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Localidad"];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Locality not found",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    deleteLocalidad: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo consultado: si el registro ha cambiado, 412. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                /**
                 * @description Identificador del registro.
                 * @example 1
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Elimina una localidad */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "La localidad se eliminó."
                     *     }
                     */
                    "application/json": components["schemas"]["Mensaje"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Locality not found",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            412: components["responses"]["Cambio"];
            413: components["responses"]["DemasiadoGrande"];
            415: components["responses"]["TipoDeContenido"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    updateLocalidad: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo consultado: si el registro ha cambiado, 412. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                /**
                 * @description Identificador del registro.
                 * @example 1
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "nombre": "Cholul",
                 *       "clave": "310500074",
                 *       "municipioId": 50,
                 *       "activo": true
                 *     }
                 */
                "application/json": components["schemas"]["CambiosLocalidad"];
            };
        };
        responses: {
            /** @description Cambia los campos indicados de una localidad */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "nombre": "Cholul",
                     *       "clave": "310500074",
                     *       "municipioId": 50,
                     *       "activo": true,
                     *       "municipio": {
                     *         "id": 50,
                     *         "nombre": "Mérida"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Localidad"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Locality not found",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            412: components["responses"]["Cambio"];
            413: components["responses"]["DemasiadoGrande"];
            /** @description Tipo de contenido */
            415: {
                headers: {
                    "Accept-Patch": components["headers"]["Accept-Patch"];
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 415,
                     *       "message": "El cuerpo debe enviarse con Content-Type: application/json.",
                     *       "error": "Unsupported Media Type"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    listMunicipios: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Municipios activos, por nombre */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 50,
                     *         "clave": "31050",
                     *         "nombre": "Mérida",
                     *         "ubicacion": {
                     *           "type": "Point",
                     *           "coordinates": [
                     *             -89.623746,
                     *             20.967074
                     *           ]
                     *         },
                     *         "activo": true
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Municipio"][];
                };
            };
            304: components["responses"]["SinCambios"];
            401: components["responses"]["SinToken"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    listLimites: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Límites de los 106 municipios, como GeoJSON */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "FeatureCollection",
                     *       "fuente": "INEGI",
                     *       "features": [
                     *         {
                     *           "type": "Feature",
                     *           "id": 50,
                     *           "properties": {
                     *             "clave": "31050",
                     *             "nombre": "Mérida"
                     *           },
                     *           "geometry": {
                     *             "type": "Polygon",
                     *             "coordinates": [
                     *               [
                     *                 [
                     *                   -89.7,
                     *                   20.8
                     *                 ],
                     *                 [
                     *                   -89.5,
                     *                   20.8
                     *                 ],
                     *                 [
                     *                   -89.5,
                     *                   21.1
                     *                 ],
                     *                 [
                     *                   -89.7,
                     *                   20.8
                     *                 ]
                     *               ]
                     *             ]
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/geo+json": components["schemas"]["Limites"];
                };
            };
            304: components["responses"]["SinCambios"];
            401: components["responses"]["SinToken"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    listDependencias: {
        parameters: {
            query?: {
                /** @description Con true incluye las inactivas; cualquier otro valor cuenta como false. */
                ver_todo?: string;
            };
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Dependencias por nombre; sólo las activas salvo ver_todo=true */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "nombre": "Secretaría de Obras Públicas",
                     *         "siglas": "SOP",
                     *         "activo": true
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Dependencia"][];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "ver_todo se indicó más de una vez."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    createDependencia: {
        parameters: {
            query?: never;
            header?: {
                /** @description Clave nueva para cada alta, por ejemplo un UUID. Si la respuesta se pierde, la misma solicitud con la misma clave recibe, durante 24 horas, la primera respuesta con Idempotency-Replayed: true en lugar de crear otro registro. La misma clave con otra solicitud: 422; mientras la primera sigue en curso: 409. */
                "idempotency-key"?: components["parameters"]["idempotency-key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "nombre": "Secretaría de Obras Públicas",
                 *       "siglas": "SOP",
                 *       "activo": true
                 *     }
                 */
                "application/json": components["schemas"]["NuevaDependencia"];
            };
        };
        responses: {
            /** @description Crea una dependencia */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "nombre": "Secretaría de Obras Públicas",
                     *       "siglas": "SOP",
                     *       "activo": true
                     *     }
                     */
                    "application/json": components["schemas"]["Dependencia"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "nombre es obligatorio."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description Conflicto */
            409: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 409,
                     *       "message": "Ya existe una dependencia con el nombre \"Secretaría de Obras Públicas\".",
                     *       "error": "Conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            413: components["responses"]["DemasiadoGrande"];
            415: components["responses"]["TipoDeContenido"];
            422: components["responses"]["ClaveUsada"];
            /** @description Demasiadas solicitudes */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 429,
                     *       "message": "Demasiadas solicitudes; intente de nuevo en 30 segundos.",
                     *       "error": "Too Many Requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    findDependencia: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path: {
                /**
                 * @description Identificador del registro.
                 * @example 1
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Una dependencia */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "nombre": "Secretaría de Obras Públicas",
                     *       "siglas": "SOP",
                     *       "activo": true
                     *     }
                     */
                    "application/json": components["schemas"]["Dependencia"];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Dependencia #99 no encontrada",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    deactivateDependencia: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo consultado: si el registro ha cambiado, 412. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                /**
                 * @description Identificador del registro.
                 * @example 1
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Desactiva una dependencia y la responde */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "nombre": "Secretaría de Obras Públicas",
                     *       "siglas": "SOP",
                     *       "activo": true
                     *     }
                     */
                    "application/json": components["schemas"]["Dependencia"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Dependencia #99 no encontrada",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            412: components["responses"]["Cambio"];
            413: components["responses"]["DemasiadoGrande"];
            415: components["responses"]["TipoDeContenido"];
            /** @description Demasiadas solicitudes */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 429,
                     *       "message": "Demasiadas solicitudes; intente de nuevo en 30 segundos.",
                     *       "error": "Too Many Requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    updateDependencia: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo consultado: si el registro ha cambiado, 412. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                /**
                 * @description Identificador del registro.
                 * @example 1
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "nombre": "Secretaría de Obras Públicas",
                 *       "siglas": "SOP",
                 *       "activo": true
                 *     }
                 */
                "application/json": components["schemas"]["CambiosDependencia"];
            };
        };
        responses: {
            /** @description Cambia los campos indicados de una dependencia */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "nombre": "Secretaría de Obras Públicas",
                     *       "siglas": "SOP",
                     *       "activo": true
                     *     }
                     */
                    "application/json": components["schemas"]["Dependencia"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Dependencia #99 no encontrada",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description Conflicto */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 409,
                     *       "message": "Ya existe una dependencia con el nombre \"Secretaría de Obras Públicas\".",
                     *       "error": "Conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            412: components["responses"]["Cambio"];
            413: components["responses"]["DemasiadoGrande"];
            /** @description Tipo de contenido */
            415: {
                headers: {
                    "Accept-Patch": components["headers"]["Accept-Patch"];
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 415,
                     *       "message": "El cuerpo debe enviarse con Content-Type: application/json.",
                     *       "error": "Unsupported Media Type"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description Demasiadas solicitudes */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 429,
                     *       "message": "Demasiadas solicitudes; intente de nuevo en 30 segundos.",
                     *       "error": "Too Many Requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    mergeDependencias: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo consultado: si el registro ha cambiado, 412. */
                "if-match"?: components["parameters"]["if-match"];
            };
            path: {
                /**
                 * @description Identificador del registro.
                 * @example 1
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "destinoId": 2
                 *     }
                 */
                "application/json": components["schemas"]["FusionDeCatalogo"];
            };
        };
        responses: {
            /** @description Fusiona dos dependencias que son la misma cosa: sus obras pasan a la que queda */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "obras": 12,
                     *       "restan": 0,
                     *       "destino": {
                     *         "id": 1,
                     *         "nombre": "Secretaría de Obras Públicas",
                     *         "siglas": "SOP",
                     *         "activo": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["FusionDependencias"];
                };
            };
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero.",
                     *         "destinoId es obligatorio."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Dependencia #99 no encontrada",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description Conflicto */
            409: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 409,
                     *       "message": "La primera solicitud con esta Idempotency-Key sigue en curso; intente de nuevo en 1 segundo.",
                     *       "error": "Conflict"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            412: components["responses"]["Cambio"];
            413: components["responses"]["DemasiadoGrande"];
            415: components["responses"]["TipoDeContenido"];
            422: components["responses"]["ClaveUsada"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    listBitacora: {
        parameters: {
            query?: {
                /** @description obras, users, favorites, dependencias, ejercicio-fiscal, tipo-proyecto, localidad, municipios, estatus-obra, avances, programas, ejecucion, contratos, convenios, capturistas, respaldos o auth. */
                recurso?: components["parameters"]["recurso"];
                /** @description Identificador del registro, según su recurso. */
                registro?: components["parameters"]["registro"];
                /** @description Quién hizo el cambio: su id de GET /users. */
                usuarioId?: components["parameters"]["usuarioId"];
                accion?: components["parameters"]["accion"];
                /** @description Sólo los renglones que tocan este campo: con accion=cambiar, monto trae quién cambió un monto. */
                campo?: components["parameters"]["campo"];
                /** @description Sólo los cambios del monto de una obra en más de este porcentaje, hacia arriba o hacia abajo. */
                variacionMonto?: number;
                /** @description Desde este instante: fecha (UTC), o fecha y hora con zona (RFC 3339), por ejemplo 2026-01-15 o 2026-01-15T00:00:00-06:00. */
                desde?: components["parameters"]["desde"];
                /** @description Antes de este instante: fecha (UTC), o fecha y hora con zona (RFC 3339), por ejemplo 2026-01-15 o 2026-01-15T00:00:00-06:00. */
                hasta?: components["parameters"]["hasta"];
                /** @description Renglones por página, a lo más: menos donde los cambios son muy grandes. */
                limit?: components["parameters"]["limit"];
                /** @description El que trae el encabezado Link: rel="next". */
                cursor?: components["parameters"]["cursor"];
            };
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Quién cambió qué y cuándo, de lo más reciente a lo más antiguo */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "instante": "2026-01-15T14:30:00.000Z",
                     *         "usuarioId": "6b1f7a52-6a4e-4f0e-9a67-0f5a1c3d2e4b",
                     *         "usuarioEmail": "admin@obras.local",
                     *         "usuarioNombre": "Ana Pech Canul",
                     *         "direccion": "127.0.0.1",
                     *         "solicitud": "0d6f9cc3-6e52-4c55-8b1d-2f3f6d1a7a10",
                     *         "programa": "registro-obras",
                     *         "accion": "cambiar",
                     *         "recurso": "obras",
                     *         "registro": "1",
                     *         "nombre": "Pavimentación de la calle 60",
                     *         "archivo": "obras-2026.xlsx",
                     *         "fila": 14,
                     *         "cambios": [
                     *           {
                     *             "campo": "monto",
                     *             "antes": 1000,
                     *             "despues": 2000
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["RenglonBitacora"][];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "usuarioId debe ser un UUID.",
                     *         "accion debe ser crear, cambiar, contraseña, eliminar, vaciar, entrar o entrada fallida.",
                     *         "variacionMonto debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más.",
                     *         "desde debe ser una fecha (2026-01-31) o una fecha y hora con zona (2026-01-31T08:00:00-06:00).",
                     *         "hasta debe ser una fecha (2026-01-31) o una fecha y hora con zona (2026-01-31T08:00:00-06:00).",
                     *         "limit debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    exportBitacoraCsv: {
        parameters: {
            query?: {
                /** @description obras, users, favorites, dependencias, ejercicio-fiscal, tipo-proyecto, localidad, municipios, estatus-obra, avances, programas, ejecucion, contratos, convenios, capturistas, respaldos o auth. */
                recurso?: components["parameters"]["recurso"];
                /** @description Identificador del registro, según su recurso. */
                registro?: components["parameters"]["registro"];
                /** @description Quién hizo el cambio: su id de GET /users. */
                usuarioId?: components["parameters"]["usuarioId"];
                accion?: components["parameters"]["accion"];
                /** @description Sólo los renglones que tocan este campo: con accion=cambiar, monto trae quién cambió un monto. */
                campo?: components["parameters"]["campo"];
                /** @description Sólo los cambios del monto de una obra en más de este porcentaje, hacia arriba o hacia abajo. */
                variacionMonto?: number;
                /** @description Desde este instante: fecha (UTC), o fecha y hora con zona (RFC 3339), por ejemplo 2026-01-15 o 2026-01-15T00:00:00-06:00. */
                desde?: components["parameters"]["desde"];
                /** @description Antes de este instante: fecha (UTC), o fecha y hora con zona (RFC 3339), por ejemplo 2026-01-15 o 2026-01-15T00:00:00-06:00. */
                hasta?: components["parameters"]["hasta"];
            };
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description La bitácora como CSV: un renglón por cada campo que cambió */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example instante,usuario,correo,direccion… */
                    "text/csv": string;
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "usuarioId debe ser un UUID.",
                     *         "accion debe ser crear, cambiar, contraseña, eliminar, vaciar, entrar o entrada fallida.",
                     *         "variacionMonto debe ser un porcentaje de 0 a 9,999.99, escrito sin comas y con dos decimales a lo más.",
                     *         "desde debe ser una fecha (2026-01-31) o una fecha y hora con zona (2026-01-31T08:00:00-06:00).",
                     *         "hasta debe ser una fecha (2026-01-31) o una fecha y hora con zona (2026-01-31T08:00:00-06:00)."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    listHistorial: {
        parameters: {
            query?: {
                /** @description Renglones por página, a lo más: menos donde los cambios son muy grandes. */
                limit?: components["parameters"]["limit"];
                /** @description El que trae el encabezado Link: rel="next". */
                cursor?: components["parameters"]["cursor"];
            };
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path: {
                /**
                 * @description Identificador del registro.
                 * @example 1
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description La historia de una obra, desde su registro; también de una eliminada */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "instante": "2026-01-15T14:30:00.000Z",
                     *         "usuarioId": "6b1f7a52-6a4e-4f0e-9a67-0f5a1c3d2e4b",
                     *         "usuarioEmail": "admin@obras.local",
                     *         "usuarioNombre": "Ana Pech Canul",
                     *         "direccion": "127.0.0.1",
                     *         "solicitud": "0d6f9cc3-6e52-4c55-8b1d-2f3f6d1a7a10",
                     *         "programa": "registro-obras",
                     *         "accion": "cambiar",
                     *         "recurso": "obras",
                     *         "registro": "1",
                     *         "nombre": "Pavimentación de la calle 60",
                     *         "archivo": "obras-2026.xlsx",
                     *         "fila": 14,
                     *         "cambios": [
                     *           {
                     *             "campo": "monto",
                     *             "antes": 1000,
                     *             "despues": 2000
                     *           }
                     *         ],
                     *         "resumen": "admin@obras.local cambió el monto de $1,000.00 a $2,000.00."
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["RenglonHistorial"][];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "id debe ser un número entero.",
                     *         "limit debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            401: components["responses"]["SinToken"];
            403: components["responses"]["SinPermiso"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Obra 99 no encontrada.",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    findMapaBase: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description El mapa de calles que está bajo las obras, si hay uno */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tilejson": "3.0.0",
                     *       "tiles": [
                     *         "https://obras.ejemplo.gob.mx/mapa/base/{z}/{x}/{y}"
                     *       ],
                     *       "attribution": "© OpenStreetMap",
                     *       "minzoom": 0,
                     *       "maxzoom": 15,
                     *       "bounds": [
                     *         -90.5,
                     *         19.5,
                     *         -87.4,
                     *         21.7
                     *       ],
                     *       "vector_layers": [
                     *         {
                     *           "id": "roads",
                     *           "fields": {}
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MapaBase"];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Este registro no tiene un mapa base propio (MAP_FILE).",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    findMosaicoBase: {
        parameters: {
            query?: {
                /** @description La versión que dice la plantilla: esa respuesta no cambia y se guarda un año. */
                v?: string;
            };
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path: {
                /**
                 * @description Acercamiento.
                 * @example 12
                 */
                z: number;
                /**
                 * @description Columna, de oeste a este, desde 0.
                 * @example 1028
                 */
                x: number;
                /**
                 * @description Fila, de norte a sur, desde 0.
                 * @example 1803
                 */
                y: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Un mosaico del mapa de calles */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example … */
                    "application/vnd.mapbox-vector-tile": string;
                    /** @example … */
                    "image/png": string;
                    /** @example … */
                    "image/jpeg": string;
                    /** @example … */
                    "image/webp": string;
                    /** @example … */
                    "image/avif": string;
                };
            };
            /** @description Un mosaico del mapa de calles */
            204: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "z debe ser un número entero.",
                     *         "x debe ser un número entero.",
                     *         "y debe ser un número entero."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "Mosaico 23/0/0 no encontrado: z va de 0 a 15; x e y, de 0 a 2^z - 1.",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    findCalles: {
        parameters: {
            query?: {
                /**
                 * @description Una calle o un cruce: «calle 60», «60 x 61», «calle 60 por 61 centro», «av. colón»; sin distinguir acentos ni mayúsculas. Un número se busca entero. Las demás palabras dicen el municipio, la localidad o la colonia.
                 * @example calle 60 x 61
                 */
                q?: string;
                /**
                 * @description Longitud y latitud en grados (WGS 84): de las que se llaman igual van primero las más cercanas. Sin este parámetro, las más largas.
                 * @example -89.6237,20.9674
                 */
                cerca?: string;
            };
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Calles y cruces por su nombre */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "leyendo": false,
                     *       "calles": [
                     *         {
                     *           "nombre": "Calle 60 × Calle 61",
                     *           "tipo": "cruce",
                     *           "municipio": "Mérida",
                     *           "cercaDe": "Centro",
                     *           "punto": [
                     *             -89.6237,
                     *             20.9674
                     *           ],
                     *           "bbox": [
                     *             -89.6252,
                     *             20.9661,
                     *             -89.6222,
                     *             20.9687
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Calles"];
                };
            };
            304: components["responses"]["SinCambios"];
            /** @description Datos no válidos */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 400,
                     *       "message": [
                     *         "cerca debe tener la forma lon,lat en grados, por ejemplo -89.6237,20.9674."
                     *       ],
                     *       "error": "Bad Request"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            /** @description No existe */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statusCode": 404,
                     *       "message": "El mapa base de este registro (MAP_FILE) no tiene nombres de calles.",
                     *       "error": "Not Found"
                     *     }
                     */
                    "application/json": components["schemas"]["Falla"];
                };
            };
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
    findAjustes: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag de lo que ya se tiene: si no ha cambiado, 304. */
                "if-none-match"?: components["parameters"]["if-none-match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lo que el portal necesita saber antes de que alguien entre */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "publicador": "Registro de Obras Públicas",
                     *       "lecturaPublica": false,
                     *       "mapaBase": {
                     *         "url": "https://teselas.ejemplo.gob.mx/{z}/{x}/{y}.png",
                     *         "atribucion": "© Ejemplo",
                     *         "tipo": "imagenes",
                     *         "acercamientos": [
                     *           0,
                     *           15
                     *         ],
                     *         "bbox": [
                     *           -90.5,
                     *           19.5,
                     *           -87.4,
                     *           21.7
                     *         ],
                     *         "calles": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AjustesPortal"];
                };
            };
            304: components["responses"]["SinCambios"];
            431: components["responses"]["EncabezadosDemasiadoGrandes"];
            500: components["responses"]["ErrorInesperado"];
            503: components["responses"]["NoDisponible"];
        };
    };
}
