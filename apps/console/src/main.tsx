import './theme/fonts.css'
import './theme/app.css'
import { router } from './router.tsx'
import { start } from './shell/start.tsx'

start(router)
