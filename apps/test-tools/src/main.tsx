import './app.css'
import { start } from '@galla/console/shell/start.tsx'
import { router } from './router.tsx'

start(router)
