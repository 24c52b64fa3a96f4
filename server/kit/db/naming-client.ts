import { sql } from 'kysely'
import pg from 'pg'

/**
 * Put into a statement that is sent all day and whose best plan does not depend on its values: PostgreSQL then parses
 * and plans it once per connection. Values that the plan does depend on (statuses) stand in its text.
 */
export const keptPlan = sql`/* kept plan */`
const mark = '/* kept plan */'

/** Each costs memory in every connection that uses it; the statements beyond are planned at each use. */
const mostNames = 100
const names = new Map<string, string>()
let generation = 0

/** The same text has the same name on every connection. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= mostNames || !text.includes(mark)) return known
  const name = `p${generation}_${names.size}`
  names.set(text, name)
  return name
}

/** A migration by another process may change what a statement returns: then everything is prepared anew. */
function forgetNames(): void {
  generation += 1
  names.clear()
}

const outdated = (error: unknown) => {
  const { code, message } = error as { code?: string; message?: string }
  return code === '0A000' && /cached plan/.test(message ?? '')
}

/**
 * A connection that prepares marked statements under a name. Needs a connection of its own or a pooler by session, as
 * LISTEN does.
 */
export class NamingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const plain = this.query.bind(this) as unknown as (...given: unknown[]) => Promise<pg.QueryResult>
    const named = async (name: string, text: string, values: unknown) => {
      try {
        return await plain({ name, text, values })
      } catch (error) {
        if (!outdated(error)) throw error
        forgetNames()
        // Inside a transaction everything since its beginning is lost with the statement.
        if (this.getTransactionStatus() !== 'I') throw error
        return plain(text, values)
      }
    }
    const query = (text: unknown, values?: unknown, ...rest: unknown[]) => {
      const name = typeof text === 'string' && rest.length === 0 ? nameOf(text) : undefined
      return name === undefined ? plain(text, values, ...rest) : named(name, text as string, values)
    }
    this.query = query
  }
}
