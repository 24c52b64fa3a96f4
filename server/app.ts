import type { FastifyInstance } from 'fastify'
import { type FeatureName, features } from '../contract/index.ts'
import type { Endpoint } from '../contract/kit/endpoint.ts'
import { authenticator, type DemoOffer, signInHandlers } from './features/sign-in/index.ts'
import { registerDownloads, taskHandlers, type TaskRunner } from './features/tasks/index.ts'
import { bindCall } from './kit/http/calls.ts'
import type { AnyHandler, Handlers } from './kit/http/handler.ts'
import { bindLive } from './kit/http/live-route.ts'
import { servePages } from './kit/http/pages.ts'
import { createServer } from './kit/http/server.ts'
import type { Services } from './kit/services.ts'

/** A handler for every call of every feature: leaving one out does not compile. */
type AllHandlers = { readonly [F in FeatureName]?: Handlers<(typeof features)[F]> }

const allHandlers = (demo: DemoOffer): AllHandlers => ({
  signIn: signInHandlers(demo),
  tasks: taskHandlers,
})

/** What runs in the background, a runner for every kind of task. */
export const taskRunners: readonly TaskRunner[] = []

/** The whole product as an HTTP server, not yet listening. */
export async function buildApp(
  services: Services,
  { demo = async () => null }: { demo?: DemoOffer } = {},
): Promise<FastifyInstance> {
  const app = await createServer(services)
  await servePages(app)
  const authenticate = authenticator(services)
  for (const [feature, handlers] of Object.entries(allHandlers(demo))) {
    const endpoints: Readonly<Record<string, Endpoint>> = features[feature as FeatureName]
    for (const [name, handler] of Object.entries(
      handlers as unknown as Readonly<Record<string, AnyHandler>>,
    )) {
      const endpoint = endpoints[name]
      if (endpoint) bindCall(app, services, authenticate, endpoint, handler)
    }
  }
  registerDownloads(app, services)
  bindLive(app, services, authenticate)
  return app
}
