import '../design/design.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Announcer } from '../design/announce.tsx'
import { LanguageProvider } from '../language/language.tsx'
import { placeOf } from '../offline/place.ts'
import { keepPage } from '../offline/register.ts'
import { openGuide } from './guide.ts'
import { ManualPage } from './manual-page.tsx'

const place = placeOf(location.pathname, 'm')
const root = document.getElementById('page')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <LanguageProvider>
        <Announcer>
          <ManualPage guide={openGuide(place)} />
        </Announcer>
      </LanguageProvider>
    </StrictMode>,
  )
}
keepPage(place, 'm')
