declare const __VERSION__: string;

/** Version of the program; set by the build. */
export const VERSION = typeof __VERSION__ === 'string' ? __VERSION__ : '0.0.0';
