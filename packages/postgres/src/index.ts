export type { PostgresConnection } from './connection.ts'
export type { SettingValue } from './settings.ts'
export { type RunningPostgres, type StartOptions, startPostgres } from './start-postgres.ts'
export {
  type FreshDatabase,
  type TemplateDatabase,
  type TemplateOptions,
  templateDatabase,
} from './template-database.ts'
