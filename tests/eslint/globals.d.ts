// Of what Node and browsers have beside the language, the scripts that only compute use this alone.
declare function atob(text: string): string;
