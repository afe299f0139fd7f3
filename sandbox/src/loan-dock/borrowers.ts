/**
 * Last names of borrowers: common and rare, with the apostrophes, hyphens,
 * spaces and accents that real lists have.
 */
export const borrowerLastNames: readonly string[] =
  `Abbott,Acevedo,Adeyemi,Aguilar,Ahmed,Akhtar,Alvarez,Anand,Andersen,Arellano,Bailey,Banerjee,Barnes,Bauer,Becker,Bennett,Bernal,Bishop,Blackwood,Boateng,
Booker,Bowen,Brandt,Briggs,Brooks,Bui,Burke,Caldwell,Calderón,Campos,Cardenas,Carlson,Castillo,Chang,Chaudhry,Chen,Christensen,Cohen,Coleman,Cooper,Cortez,
Cruz,D'Angelo,Dalton,Das,De la Cruz,Delgado,Díaz,Dixon,Dominguez,Donovan,Duarte,Eriksen,Espinoza,Farrell,Fernandez,Fields,Fischer,Fleming,Flores,Foster,
Francis,Fuentes,Gallagher,Garcia,García-Ruiz,Gibson,Gill,Goldberg,Gomez,Gordon,Grant,Greene,Guerrero,Gupta,Guzman,Haddad,Hansen,Harper,Hassan,Hayes,Henry,
Hernandez,Herrera,Hoang,Hoffman,Holloway,Huang,Hughes,Hussain,Ibrahim,Ingram,Ito,Jackson,Jacobs,Jensen,Jimenez,Johansson,Johnson,Jones,Joseph,Kaplan,Kaur,
Keller,Kelly,Khan,Kim,King,Klein,Kowalski,Kumar,Lam,Larsen,Le,Lee,Leone,Levy,Lewis,Li,Lin,Lopez,Lowe,Lozano,Ma,MacDonald,Maldonado,Marsh,Martinez,Mathews,
McAllister,McCarthy,McKenna,Medina,Mehta,Mendoza,Meyer,Miller,Mitchell,Montgomery,Moore,Morales,Moreno,Murphy,Nakamura,Navarro,Nelson,Ng,Nguyen,Nielsen,
Núñez,O'Brien,O'Connor,O'Hara,Okafor,Olsen,Ortega,Ortiz,Osborne,Owens,Pacheco,Park,Parker,Patel,Pearson,Peña,Perez,Petrov,Pham,Phillips,Powell,Price,Quinn,
Ramirez,Ramos,Rao,Reed,Reyes,Reynolds,Rivera,Roberts,Rodriguez,Rojas,Romano,Rosen,Rossi,Ruiz,Russo,Salazar,Sanchez,Sandhu,Santiago,Santos,Schmidt,Schneider,
Schwartz,Shah,Sharma,Silva,Singh,Smith,Smith-Jones,Soto,Stein,Sullivan,Suzuki,Tan,Taylor,Thompson,Torres,Tran,Turner,Underwood,Valdez,Van Buren,Vargas,
Vasquez,Vega,Vu,Wagner,Walker,Wallace,Wang,Ward,Washington,Watanabe,Weber,Weiss,White,Williams,Wilson,Wong,Wright,Wu,Yamamoto,Yang,Yilmaz,Young,Zamora,Zhang,Zimmerman`
    .replaceAll('\n', '')
    .split(',')
