import '../design/design.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Announcer } from '../design/announce.tsx'
import { LanguageProvider } from '../language/language.tsx'
import { placeOf } from '../offline/place.ts'
import { keepPage } from '../offline/register.ts'
import { openSession } from './session.ts'
import { TaskPage } from './task-page.tsx'

const place = placeOf(location.pathname, 't')
const root = document.getElementById('page')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <LanguageProvider>
        <Announcer>
          <TaskPage place={place} session={openSession(place)} />
        </Announcer>
      </LanguageProvider>
    </StrictMode>,
  )
}
keepPage(place, 't')
