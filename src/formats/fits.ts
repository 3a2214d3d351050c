// Whether a value has the shape that a schema asks for, told without the copy that the schema itself would make of it:
// most records fit, and their texts are long.

import * as z from 'zod';
import { isJsonObject } from '../core/json/value.ts';

type Check = (value: unknown) => boolean;

const checks = new WeakMap<z.core.$ZodType, Check>();

/** True where the schema accepts the value as it is. False says nothing: the schema decides. */
export function fits<T extends z.ZodType>(schema: T, value: unknown): value is z.infer<T> {
  return checkOf(schema)(value);
}

/** True where the value is certainly none of the schema's, whatever is left out of it: it is another kind of record. */
export function isOther(schema: z.ZodType, value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  for (const { key, literals } of requiredOf(schema)) {
    const member = value[key];
    if (member === undefined || (literals !== undefined && !(isScalar(member) && literals.has(member))))
      return true;
  }
  return false;
}

/** A member that a record must have, and what it must be where the schema names that. */
interface Required {
  readonly key: string;
  readonly literals: ReadonlySet<unknown> | undefined;
}

const required = new WeakMap<z.core.$ZodType, readonly Required[]>();

function requiredOf(schema: z.ZodType): readonly Required[] {
  let members = required.get(schema);
  if (members === undefined) {
    members = schema instanceof z.ZodObject ? requiredMembers(schema) : [];
    required.set(schema, members);
  }
  return members;
}

function requiredMembers(schema: z.ZodObject): readonly Required[] {
  return Object.entries(shapeOf(schema)).flatMap(([key, member]): Required[] => {
    if (member instanceof z.ZodLiteral) return [{ key, literals: member.values }];
    const isRequired = member instanceof z.ZodString || member instanceof z.ZodObject;
    return isRequired ? [{ key, literals: undefined }] : [];
  });
}

function checkOf(schema: z.core.$ZodType): Check {
  let check = checks.get(schema);
  if (check === undefined) {
    check = checkFrom(schema);
    checks.set(schema, check);
  }
  return check;
}

function checkFrom(schema: z.core.$ZodType): Check {
  if (schema instanceof z.ZodObject) return objectCheck(schema);
  if (schema instanceof z.ZodOptional) {
    const inner = checkOf(schema.unwrap());
    return (value) => value === undefined || inner(value);
  }
  if (schema instanceof z.ZodNullable) {
    const inner = checkOf(schema.unwrap());
    return (value) => value === null || inner(value);
  }
  if (schema instanceof z.ZodCatch) return checkOf(schema.unwrap());
  if (schema instanceof z.ZodUnion) {
    const options = schema.options.map(checkOf);
    return (value) => options.some((option) => option(value));
  }
  if (schema instanceof z.ZodArray) {
    const element = checkOf(schema.element);
    const isBounded = hasChecks(schema);
    return (value) => !isBounded && Array.isArray(value) && value.every(element);
  }
  if (schema instanceof z.ZodLiteral) {
    const { values } = schema;
    return (value) => isScalar(value) && values.has(value);
  }
  if (schema instanceof z.ZodCustom) {
    const { fn } = schema.def;
    return (value) => value !== undefined && Boolean(fn(value));
  }
  if (hasChecks(schema)) return () => false;
  if (schema instanceof z.ZodString) return (value) => typeof value === 'string';
  if (schema instanceof z.ZodNumber) return Number.isFinite;
  if (schema instanceof z.ZodBoolean) return (value) => typeof value === 'boolean';
  if (schema instanceof z.ZodNull) return (value) => value === null;
  if (schema instanceof z.ZodUnknown) return (value) => value !== undefined;
  return () => false;
}

function objectCheck(schema: z.ZodObject): Check {
  const members = Object.entries(shapeOf(schema)).map(([key, member]) => ({ key, check: checkOf(member) }));
  const isBounded = hasChecks(schema);
  return (value) => {
    if (isBounded || !isJsonObject(value)) return false;
    for (const { key, check } of members) if (!check(value[key])) return false;
    return true;
  };
}

function shapeOf(schema: z.ZodObject): Readonly<Record<string, z.core.$ZodType>> {
  return schema.shape;
}

/** True for a schema that asks for more than its type. */
function hasChecks(schema: z.core.$ZodType): boolean {
  return (schema._zod.def.checks?.length ?? 0) > 0;
}

function isScalar(value: unknown): value is string | number | boolean | null {
  return (
    value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  );
}
