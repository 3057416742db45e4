import { createGateway, type Gateway } from '../gateway.ts'
import type { GatewaySettings } from '../options.ts'
import { type NodeListener, toNode } from './node.ts'

/** Token of the gateway: `@Inject(GALLA_GATEWAY) private readonly gateway: Gateway`. */
export const GALLA_GATEWAY: unique symbol = Symbol.for('galla.gateway')
const OPTIONS: unique symbol = Symbol.for('galla.options')
const WORKERS: unique symbol = Symbol.for('galla.workers')

/** Options of `GallaModule`: the settings of a gateway, or a gateway that you create, start and stop yourself. */
export type GallaModuleOptions =
  | GatewaySettings
  | {
      /** A gateway that exists already, such as the gateway of a test. */
      readonly gateway: Gateway
    }

/** Options that a factory makes with other providers of your application. */
export interface GallaModuleAsyncOptions {
  /** Modules that export what `inject` names. @default [] */
  readonly imports?: readonly unknown[]
  /** Tokens of the providers that the factory gets, in this order. @default [] */
  readonly inject?: readonly unknown[]
  /** Returns the options; handlers in them can call the injected services. */
  readonly useFactory: (...providers: never[]) => GallaModuleOptions | Promise<GallaModuleOptions>
}

/** An import of a Nest module: a Nest `DynamicModule`. */
export interface GallaDynamicModule {
  /** The module's class. */
  readonly module: new () => object
  /** True when the exports can be injected everywhere. */
  readonly global: true
  /** The imports of `forRootAsync`. */
  readonly imports: never[]
  /** The gateway, and the provider that starts and stops the gateway. */
  readonly providers: {
    /** Token. */
    provide: symbol
    /** Tokens of the arguments. */
    inject: never[]
    /** Makes the provider. */
    useFactory: (...providers: never[]) => unknown
  }[]
  /** The gateway's token. */
  readonly exports: symbol[]
}

/**
 * The gateway as a module of NestJS 10 and 11. The module is global: import the module once, and inject `GALLA_GATEWAY` anywhere. The
 * module starts the gateway's workers when the application has started, and stops the gateway when the application closes;
 * `app.enableShutdownHooks()` makes signals close it. `mountGalla` serves callbacks and payers.
 */
// biome-ignore lint/complexity/noStaticOnlyClass: Nest identifies modules by their class
export class GallaModule {
  /**
   * Makes the module from settings that are known when the module is declared.
   * @param options settings of a gateway, or a gateway
   * @example
   * GallaModule.forRoot({ environment: 'SANDBOX', clientId, clientSecret, database: 'postgres://…' })
   */
  static forRoot(options: GallaModuleOptions): GallaDynamicModule {
    return GallaModule.forRootAsync({ useFactory: () => options })
  }

  /**
   * Makes the module from options that a factory returns.
   * @param options a factory of the options, and what it needs
   * @example
   * GallaModule.forRootAsync({
   *   imports: [CartsModule],
   *   inject: [Carts],
   *   useFactory: (carts: Carts) => ({ ...settings, on: { 'order.completed': ({ order }) => carts.fulfil(order.reference) } }),
   * })
   */
  static forRootAsync({ imports = [], inject = [], useFactory }: GallaModuleAsyncOptions): GallaDynamicModule {
    return {
      module: GallaModule,
      global: true,
      // Nest's types name its own classes; this package does not depend on them.
      imports: [...imports] as never[],
      providers: [
        { provide: OPTIONS, inject: [...inject] as never[], useFactory },
        { provide: GALLA_GATEWAY, inject: [OPTIONS] as never[], useFactory: openGateway },
        { provide: WORKERS, inject: [OPTIONS, GALLA_GATEWAY] as never[], useFactory: lifecycleOf },
      ],
      exports: [GALLA_GATEWAY],
    }
  }
}

const openGateway = (options: GallaModuleOptions): Gateway | Promise<Gateway> =>
  'gateway' in options ? options.gateway : createGateway(options)

/** Nest calls these methods of every provider. */
function lifecycleOf(options: GallaModuleOptions, gateway: Gateway) {
  if ('gateway' in options) return {}
  return { onApplicationBootstrap: () => gateway.start(), onApplicationShutdown: () => gateway.stop() }
}

/** The part of a Nest application that `mountGalla` uses. */
export interface NestApplication {
  /** Returns a provider. */
  get(token: symbol): Gateway
  /** Registers a middleware below a path, before Nest's body parsers. */
  use(path: string, listener: NodeListener): unknown
}

/**
 * Serves the provider's callbacks and the payer API. Call this function in `main.ts` before `listen`: Nest registers its body parsers
 * afterwards, and a callback's signature covers the raw bytes. Mount the console in the same way, behind your own access rules:
 * `app.use('/admin/payments', requireStaff, toNode(gateway.admin.fetch))`.
 * @param app a Nest application on Express or Fastify that imports `GallaModule`
 * @param path mount path.
 * @default '/payments'
 * @example
 * const app = await NestFactory.create(AppModule)
 * mountGalla(app)
 * await app.listen(3000)
 */
export function mountGalla(app: NestApplication, path = '/payments'): void {
  app.use(path, toNode(app.get(GALLA_GATEWAY).fetch))
}
