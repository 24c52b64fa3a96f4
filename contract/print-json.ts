import * as z from 'zod'
import { allEndpoints } from './index.ts'

/** Field names of a result, nested ones included, so that a reader finds every name the wire may carry. */
function fieldNames(schema: z.ZodType, names = new Set<string>()): Set<string> {
  if (schema instanceof z.ZodObject) {
    for (const [name, field] of Object.entries(schema.shape)) {
      names.add(name)
      fieldNames(field as z.ZodType, names)
    }
  } else if (schema instanceof z.ZodArray) fieldNames(schema.element as z.ZodType, names)
  else if (schema instanceof z.ZodRecord) fieldNames(schema.valueType as z.ZodType, names)
  else if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    fieldNames(schema.unwrap() as z.ZodType, names)
  else if (schema instanceof z.ZodUnion)
    for (const option of schema.options) fieldNames(option as z.ZodType, names)
  return names
}

const printed = allEndpoints.map((endpoint) => ({
  id: endpoint.id,
  method: endpoint.method,
  path: endpoint.path,
  access: endpoint.access,
  rule: endpoint.rule,
  kinds: endpoint.kinds,
  writes: endpoint.writes,
  params: Object.keys(endpoint.params.shape),
  result: [...fieldNames(endpoint.result)],
}))
process.stdout.write(`${JSON.stringify(printed, null, 2)}\n`)
