/** The build takes styles along with the script that imports them. */
declare module '*.css'
