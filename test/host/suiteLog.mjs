// @ts-check
// What the page reports while a suite runs: the console of the extension host, which is what a person wants to see,
// mixed with the workbench's own log.
import { format } from 'node:util';

/** The workbench talking to itself, and the optional native modules that are not built here. */
const NOISE = [
  /^(Resolving|Resolved) connection token/,
  /^Creating a socket/,
  /^Creation of workbench contribution/,
  /^\[(reconnection-grace-time|Service Worker|AgentHost|AccountPolicyGate|remote-connection|driver|BrowserEditor)/,
  /^(Ignoring fetching|Updating) additional builtin extensions/,
  /Could not locate the bindings file/,
  /Cannot find module '\.\/build\/Release\/watchdog'/,
  /^Canceled: Canceled/,
  /^No search provider registered/,
  /^\s*$/,
];

/**
 * Turns the arguments of one console call into the line it would have printed.
 * @param {readonly unknown[]} args
 */
export function formatLog(args) {
  return format(...args);
}

/**
 * Whether a line is the workbench's and says nothing about the suite. A rule missing here costs a line on the screen.
 * @param {string} line
 */
export function isNoise(line) {
  return NOISE.some((pattern) => pattern.test(line));
}
