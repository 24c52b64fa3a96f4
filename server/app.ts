import type { FastifyInstance } from 'fastify'
import { type FeatureName, features } from '../contract/index.ts'
import type { Endpoint } from '../contract/kit/endpoint.ts'
import { allChecks } from './checks.ts'
import { accountHandlers } from './features/accounts/index.ts'
import { type LinkUsers, linkHandlers, registerLinkIntake } from './features/link/index.ts'
import { logHandlers } from './features/logs/index.ts'
import { noticeHandlers } from './features/notices/index.ts'
import { paywayAbsorbers, paywayCommandMoved, paywayHandlers } from './features/payways/index.ts'
import { platformAbsorbers, platformHandlers, registerImages } from './features/platforms/index.ts'
import { redoToday, reportAbsorbers, reportHandlers, whileRatesChange } from './features/reports/index.ts'
import { roleHandlers } from './features/roles/index.ts'
import { searchHandlers } from './features/search/index.ts'
import { settlementHandlers } from './features/settlement/index.ts'
import { rateForDay, settlementRateHandlers } from './features/settlement-rates/index.ts'
import { authenticator, type DemoOffer, signInHandlers } from './features/sign-in/index.ts'
import { statisticsHandlers } from './features/statistics/index.ts'
import { registerDownloads, startTask, taskHandlers } from './features/tasks/index.ts'
import { viewHandlers } from './features/views/index.ts'
import { commandMoved, withdrawalAbsorbers, withdrawalHandlers } from './features/withdrawals/index.ts'
import { bindCall } from './kit/http/calls.ts'
import { registerDocs } from './kit/http/docs-route.ts'
import type { AnyHandler, EveryHandler } from './kit/http/handler.ts'
import { bindLive } from './kit/http/live-route.ts'
import { servePages } from './kit/http/pages.ts'
import { createServer } from './kit/http/server.ts'
import type { Services } from './kit/services.ts'
import { registerProbes } from './probes.ts'

/** A handler for every call of every feature: leaving one out does not compile. */
type AllHandlers = { readonly [F in FeatureName]: EveryHandler<(typeof features)[F]> }

const allHandlers = (users: LinkUsers, demo: DemoOffer): AllHandlers => ({
  signIn: signInHandlers(demo),
  platforms: platformHandlers,
  payways: paywayHandlers,
  withdrawals: withdrawalHandlers({ startTask }),
  link: linkHandlers(users),
  logs: logHandlers,
  tasks: taskHandlers,
  accounts: accountHandlers({ hold: whileRatesChange, redo: redoToday }),
  reports: reportHandlers,
  roles: roleHandlers,
  search: searchHandlers,
  settlement: settlementHandlers({ rateForDay, checks: allChecks }),
  settlementRates: settlementRateHandlers,
  statistics: statisticsHandlers,
  notices: noticeHandlers,
  views: viewHandlers,
})

/** What becomes of the platforms' events and of the commands sent to them. */
export const linkUsers = ({ clock }: Pick<Services, 'clock'>): LinkUsers => ({
  absorbers: {
    ...withdrawalAbsorbers(clock),
    ...platformAbsorbers,
    ...paywayAbsorbers(clock),
    ...reportAbsorbers(clock),
  },
  async commandMoved(tx, outcome) {
    await commandMoved(tx, outcome)
    await paywayCommandMoved(tx, outcome)
  },
})

/** The whole product as an HTTP server, not yet listening. */
export async function buildApp(
  services: Services,
  { demo = async () => null }: { demo?: DemoOffer } = {},
): Promise<FastifyInstance> {
  const app = await createServer(services)
  registerProbes(app, services)
  await servePages(app)
  const authenticate = authenticator(services)
  const users = linkUsers(services)
  for (const [feature, handlers] of Object.entries(allHandlers(users, demo))) {
    const endpoints: Readonly<Record<string, Endpoint>> = features[feature as FeatureName]
    for (const [name, handler] of Object.entries(
      handlers as unknown as Readonly<Record<string, AnyHandler>>,
    )) {
      const endpoint = endpoints[name]
      if (endpoint) bindCall(app, services, authenticate, endpoint, handler)
    }
  }
  bindLive(app, services, authenticate)
  registerDownloads(app, services)
  registerImages(app, services)
  registerDocs(app)
  await registerLinkIntake(app, services, users)
  return app
}
