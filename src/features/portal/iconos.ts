// The portal's icon (portal/icono.svg) as pictures, for what asks for one without reading a page.

/** 48 pixels, for /favicon.ico: browsers show it beside an answer that is no page, and lists of links. */
export const FAVICON = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAADAAAAAwBAMAAAClLOS0AAAAMFBMVEVMaXEKVGIKVGILVGMMVWMKVGILVWP///+OsLdrmKFJ' +
    'gIopanbu9PTX4+bA09epw8gXrOD3AAAABnRSTlMA8a1BJNc89P6CAAAACXBIWXMAABCcAAAQnAEmzTo0AAABLElEQVQ4y5XU' +
    'u3HCcAwGcF3CBrlzTRPqpKFmhhT0hsM8wqPjA+JHBxvABrBB2ABvgDfAG+A2VhJL/9ypiNVYut/ZbqSPiB6fveC7dqufp//2' +
    'QmU1WsFvFUnV9TolvFZTkMfSPpUveDJlkbR+hx5kCNJQ+ya1dQC075P8OngHPmXoUVf6CXCUYUCeDT7pZ8fAXicHRsC2HiyA' +
    'uwlz4GbCDLiaMAUuJgyBpQln4MOEE7Ax4QCs68EOWJlQAIkJORCbkAGRCSkQmgC420DuLrjb8A+YMBwNGDPs68CIYWvAguFu' +
    'wJzhZsCM4WrAlOFiwJBhacCZQbdBz+DEsNEz6Now0FM7MKz11NrOLjjb0Ndz/gtNDYCCIdEAkMjIGWKNDAmZjCFyQqaKpZQh' +
    'lFj6Avqa1G18Yw1nAAAAAElFTkSuQmCC',
  'base64',
);

/** 180 pixels without round corners, which telephones cut themselves. */
export const TOUCH_ICON = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAALQAAAC0BAMAAADP4xsBAAAAMFBMVEX///8LVWM1cn5Mgo11n6dhkZrh6uyzys+jv8XR3+IU' +
    'W2nD1dmGq7IiZXLx9vaVtbuBit4/AAAACXBIWXMAAD5JAAA+SQE1IK/ZAAADxklEQVRo3rXY2VUiQBSE4ZLFDQUHcEeFDCAD' +
    'zEAygAwkA8xAMtAMMAPNADPADDSDGe3p6Z63uvdU93Of7/U/dfGLfvf483b4/+C/rr7pRhF6+k1vF6E333SzBH2Bn/dcgG4H' +
    'elCA7gR6VIA+DvSkAN0N9G0BuhfotwL0WaAfCtCngZ4XoM8DvSxAnwR6VoA+CvRWAXod6MMCdD/QlQL0MNDVAvRdoOsF6HGg' +
    'awXoz0C3CtCLQO8WoFeBbhSgHwO9V4DeBLqpp/9W19Bdmr6K9Lucbkd6IKc7kR7J6W6kJ3K6F+k3OX0T6S85fRrpuZy+jPSL' +
    'nD6J9ExOX0f6Q04/RXpfTvcjXZHTw0hX5fRdpOtyehzpmpx+jfSBnF5EeldO30d6R04/RnpPTk8jvS2n8e+p6atEv4vpdqIH' +
    'YrqT6JGYPk70REx3E30rpm8S/SWmzxL9IKYvE/0ips8TvRTT14n+ENNPid4X0+tEH4rpfqIrYnqY6KqYHie6LqZfE30gpj8T' +
    '3RLT94neEdOrRDfE9DTR22J6k+imlr5A9p6ldDunB1K6k9MjKX2c0xMp3c3pWyndy+k3KX2W0w9S+jSn51L6PKeXUvokp2dS' +
    '+iint6T0OqcPpXQ/pytSepjTVSl9l9N1KT3O6ZqU/szplpRe5PSulF7ldENKP+b0npTe5HRTSf9XXba7sM5ofkrDHnQ26bAH' +
    'nU067NVlkw57ddnuwjqj+SkNe3XZ7sI6o/kpDXt12e7COqP5KQ3rjOanNOzVZbsLe3XZ7sJeXba7sFeX7S6sM5qf0rBXl+0u' +
    'rDOan9KwV5ftLqwzmp/SMB6vDSdsOKpLdheO6pLdhaO6ZHdhntF0d+EIOjml4agu2V2YZzQ9peGoLtldmGc0PaXhqC7ZXTiq' +
    'S3YX5hlNT2k4gk4mHY6gk0mHo7pk0uGoLtldmGc0PaXhqC7ZXZhnND2l4agu2V2YZzQ9pWGf0eyUhqe6XHfhqS7XXXiqy3UX' +
    'nupy3YV9RrNTGp7qct2FfUazUxqe6nLdhX1Gs1Ma1uM1f8KGp7pcd+GpLtddeKrLdRf2Gc12F56gc1Manupy3YV9RrNTGp7q' +
    'ct2FfUazUxqe6nLdhau6VHfhmNHklIYr6FTS4Qo6lXS4qkslHa7qUt2FY0aTUxqu6lLdhWNGk1MarupS3YVjRpNTGo4ZTU5p' +
    'uKpLdReu6lLdhau6VHfhqi7VXThmNDml4aou1V04ZjQ5peGqLtVdOGY0OaVhP16zJ2z4qst0F77qMt2Fr7pMd+GZ0Vx34Qs6' +
    'M6V/A9lM4NFy6o4hAAAAAElFTkSuQmCC',
  'base64',
);
